import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messagesOf } from '../../lib/i18n/messages.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { markSvg } from './mark.ts';
import { palette } from './palette.ts';

const root = path.join(import.meta.dirname, '../..');
const fonts = path.join(root, 'node_modules/@fontsource-variable/onest/files');

function dataUrl(file: string, type: string): string {
  return `data:${type};base64,${readFileSync(file).toString('base64')}`;
}

const pillars: [string, number][] = [
  ['outer', 0.42],
  ['inner', 0.68],
  ['middle', 0.86],
  ['inner', 0.6],
  ['outer', 0.48],
];

/** The page that becomes the picture of a shared link: the hero, in 1200 by 630. */
export function sharePictureHtml(language: Language): string {
  const face = (subset: string, range: string) =>
    `@font-face{font-family:Onest;font-weight:100 900;src:url(${dataUrl(path.join(fonts, `onest-${subset}-wght-normal.woff2`), 'font/woff2')});unicode-range:${range}}`;
  const tile = (name: string) =>
    dataUrl(path.join(root, `components/site/home/art/pillar-${name}.svg`), 'image/svg+xml');
  const girih = dataUrl(path.join(root, 'components/site/brand/girih.svg'), 'image/svg+xml');
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
    .pillars{position:absolute;right:64px;bottom:0;width:430px;height:560px;display:flex;justify-content:space-between}
    .pillars div{align-self:end;width:72px;border-radius:99px 99px 0 0;background:top/100% auto no-repeat}
  </style><div class="girih"></div><div class="words"><div class="logo">${markSvg()}Ovoz</div><h1>${messagesOf[language].hero_title}</h1></div>
  <div class="pillars">${pillars.map(([name, height]) => `<div style="height:${height * 100}%;background-image:url(${tile(name)})"></div>`).join('')}</div></html>`;
}
