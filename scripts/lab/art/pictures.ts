/** A part of `npm run art`: makes the committed icons, link pictures and recordings. Needs Chromium and ffmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type PageScreenshotOptions, chromium } from 'playwright';
import { type Language, languages } from '../../../lib/i18n/language.ts';
import { browserOptions } from '../../browser.ts';
import { bookPassages } from '../../../lib/book-passages.ts';
import { type demoAudioTypes, demoTexts } from '../../../lib/demo-texts.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import { wavFile } from '../../../lib/wav.ts';
import { localSynthesizer } from '../../../lib/server/speech/tts.ts';
import { messagesOf } from '../../../lib/i18n/messages.ts';

/** The colours of the pictures, from the light theme of app/globals.css. */
const palette = {
  night: '#0d1a4a',
  cobalt: '#1c3faa',
  ivory: '#fbf6ea',
} as const;

const root = path.join(import.meta.dirname, '../../..');
const fonts = path.join(root, 'app/fonts');
const mark = readFileSync(path.join(root, 'app/icon.svg'), 'utf8');

function dataUrl(file: string, type: string): string {
  return `data:${type};base64,${readFileSync(file).toString('base64')}`;
}

/** Each tower's column in towers.svg (as background-position) and its height. */
const towers: [string, number][] = [
  ['0%', 0.42],
  ['50%', 0.68],
  ['100%', 0.86],
  ['50%', 0.6],
  ['0%', 0.48],
];

/** The page that is rendered as the picture of shared links: the hero at 1200 by 630. */
function sharePictureHtml(language: Language): string {
  const face = (subset: string, range: string) =>
    `@font-face{font-family:Onest;font-weight:400 700;src:url(${dataUrl(path.join(fonts, `onest-${subset}.woff2`), 'font/woff2')});unicode-range:${range}}`;
  const tiles = dataUrl(path.join(root, 'components/site/home/art/towers.svg'), 'image/svg+xml');
  const girih = dataUrl(path.join(root, 'components/brand/girih.svg'), 'image/svg+xml');
  return `<!doctype html><html lang="${language}"><style>
    ${face('latin', 'U+0000-00FF,U+02BB-02BC,U+2000-206F')}
    ${face('cyrillic', 'U+0400-045F')}
    *{margin:0;box-sizing:border-box}
    body{position:relative;width:1200px;height:630px;overflow:hidden;background:${palette.ivory};color:${palette.night};font-family:Onest}
    .girih{position:absolute;inset:0;background:${palette.cobalt};opacity:.13;mask:url(${girih}) 50% 0,linear-gradient(100deg,transparent 20%,#000);mask-composite:intersect}
    .words{position:absolute;inset:64px auto 64px 72px;width:590px;display:flex;flex-direction:column;justify-content:space-between}
    .logo{display:flex;align-items:center;gap:18px;font-size:44px;font-weight:700;letter-spacing:-.035em}
    .logo svg{width:64px;height:64px}
    h1{font-size:66px;line-height:1.02;font-weight:700;letter-spacing:-.035em;text-wrap:balance}
    .towers{position:absolute;right:64px;bottom:0;width:430px;height:560px;display:flex;justify-content:space-between}
    .towers div{align-self:end;width:72px;border-radius:99px 99px 0 0;background:url(${tiles}) 0 0/325% auto no-repeat}
  </style><div class="girih"></div><div class="words"><div class="logo">${mark}Ovoz</div><h1>${messagesOf[language].hero_title}</h1></div>
  <div class="towers">${towers.map(([column, height]) => `<div style="height:${height * 100}%;background-position-x:${column}"></div>`).join('')}</div></html>`;
}

const codecs: Record<keyof typeof demoAudioTypes, string[]> = {
  '.m4a': ['-c:a', 'aac', '-b:a', '24k'],
  '.webm': ['-c:a', 'libopus', '-b:a', '20k', '-application', 'voip'],
};

/** Runs ffmpeg, which must be on PATH. */
function ffmpeg(input: Uint8Array, args: string[], file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', 'pipe:0', ...args, file], {
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
}

/** Records the demo texts and the books' passages with the local voice, in the types that browsers play. */
async function recordTexts(root: string): Promise<void> {
  for (const { text, audio } of [...demoTexts, ...Object.values(bookPassages)]) {
    const pieces = await Array.fromAsync(localSynthesizer().synthesize(text, { language: 'uz' }));
    const wav = wavFile(joinSamples(pieces.map((piece) => Int16Array.from(piece))));
    for (const [extension, codec] of Object.entries(codecs))
      ffmpeg(wav, [...codec, '-ac', '1'], path.join(root, 'public', `${audio}${extension}`));
  }
}

function save(name: string, content: Buffer | string) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${name} ${content.length} bytes`);
}

/** Icons need their transparent corners; a photograph-like picture is smaller as JPEG. */
const png: PageScreenshotOptions = { type: 'png', omitBackground: true };
const jpeg: PageScreenshotOptions = { type: 'jpeg', quality: 84 };

async function render(browser: Browser, html: string, width: number, height: number, format = png) {
  await using page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  return await page.screenshot(format);
}

/** A scale below 1 leaves a margin, because systems cut the corners of app icons. */
const icon = (scale = 1) =>
  `<style>body{margin:0${scale < 1 ? `;background:${palette.night}` : ''}}svg{display:block;width:100vw;height:100vh;scale:${scale}}</style>${mark}`;

const browser = await chromium.launch(browserOptions());
try {
  ffmpeg(await render(browser, icon(), 32, 32), [], path.join(root, 'app/favicon.ico'));
  save('app/apple-icon.png', await render(browser, icon(0.72), 180, 180));
  save('public/icons/512.png', await render(browser, icon(), 512, 512));
  for (const language of languages)
    save(`public/og/${language}.jpg`, await render(browser, sharePictureHtml(language), 1200, 630, jpeg));
} finally {
  await browser.close();
}
await recordTexts(root);
process.exit();
