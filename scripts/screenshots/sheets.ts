import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { languages } from '../../lib/i18n/language.ts';
import { pictureFile, themes, widths, type Width } from './camera.ts';

const sheetWidthPx = 1560;
const sheetsFolder = 'sheets';

/**
 * For each name and width one picture with all languages and both themes of it side by side, and an index of them all,
 * so that a person can look them through.
 */
export async function makeSheets(browser: Browser, folder: string, names: string[]): Promise<void> {
  const made: string[] = [];
  await mkdir(path.join(folder, sheetsFolder), { recursive: true });
  const page = await browser.newPage({ viewport: { width: sheetWidthPx, height: 1 } });
  try {
    for (const name of names)
      for (const width of widths) {
        const shown = themes.flatMap((theme) =>
          languages
            .map((language) => pictureFile(folder, name, width, language, theme))
            .filter((file) => existsSync(file)),
        );
        if (shown.length === 0) continue;
        const html = path.join(folder, name, `${width}.html`);
        await writeFile(html, sheetHtml(shown, path.dirname(html), width));
        await page.goto(pathToFileURL(html).href);
        const sheet = path.join(sheetsFolder, `${name}-${width}.jpg`);
        await page.screenshot({ path: path.join(folder, sheet), type: 'jpeg', quality: 88, fullPage: true });
        made.push(sheet);
      }
  } finally {
    await page.close();
  }
  await writeFile(path.join(folder, 'index.html'), indexHtml(made));
}

/** Narrow pictures stand all in one row, wide ones by day above those by night. */
function sheetHtml(files: string[], folder: string, width: Width): string {
  const columns = width === 360 ? files.length : languages.length;
  const images = files.map((file) => `<img src="${path.relative(folder, file)}">`).join('');
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 8px; background: #777; display: grid; gap: 8px; align-items: start;
      grid-template-columns: repeat(${columns}, 1fr) }
    img { width: 100%; display: block }
  </style>${images}`;
}

function indexHtml(sheets: string[]): string {
  const figures = sheets.map(
    (sheet) =>
      `<figure><figcaption>${path.parse(sheet).name}</figcaption><img src="${sheet}" loading="lazy"></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Ovoz</title>
    <style>body { font-family: sans-serif } figure { margin: 2rem 0 } img { max-width: 100% }</style>
    ${figures.join('')}`;
}
