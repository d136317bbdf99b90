/** Makes the committed files that nobody draws by hand: icons and pictures of shared links, in a Chromium on PATH, and recordings: `npm run art`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright';
import { languages } from '../../lib/i18n/language.ts';
import { launchBrowser } from '../browser.ts';
import { recordTexts } from './audio.ts';
import { icoOf, markSvg } from './mark.ts';
import { sharePictureHtml } from './share-picture.ts';

const root = path.join(import.meta.dirname, '../..');

function save(name: string, content: Buffer | string) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${name} ${content.length} bytes`);
}

/** A photograph-like picture is smaller as JPEG; icons need their transparent corners. */
type Format = { type: 'png'; omitBackground: true } | { type: 'jpeg'; quality: number };
const png: Format = { type: 'png', omitBackground: true };

async function render(
  browser: Browser,
  html: string,
  size: [number, number],
  format: Format = png,
): Promise<Buffer> {
  const [width, height] = size;
  const page = await browser.newPage({ viewport: { width, height } });
  try {
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready);
    return await page.screenshot(format);
  } finally {
    await page.close();
  }
}

const icon = (svg: string) =>
  `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`;

const browser = await launchBrowser();
try {
  save('app/icon.svg', markSvg());
  save('app/favicon.ico', icoOf(await render(browser, icon(markSvg()), [32, 32]), 32));
  save('app/apple-icon.png', await render(browser, icon(markSvg(true)), [180, 180]));
  for (const size of [192, 512])
    save(`public/icons/${size}.png`, await render(browser, icon(markSvg()), [size, size]));
  save('public/icons/maskable.png', await render(browser, icon(markSvg(true)), [512, 512]));
  for (const language of languages)
    save(
      `public/og/${language}.jpg`,
      await render(browser, sharePictureHtml(language), [1200, 630], { type: 'jpeg', quality: 84 }),
    );
} finally {
  await browser.close();
}
await recordTexts(root);
process.exit();
