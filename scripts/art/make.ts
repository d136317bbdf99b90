/** Draws what is constructed rather than drawn by hand, and writes it beside the components that show it: `npm run art`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { coverFiles } from './covers/index.ts';
import { girihCell } from './girih.ts';
import { pillarFiles } from './pillars.ts';

const root = path.join(import.meta.dirname, '../..');

function girihMask(): string {
  const { width, height, path: d } = girihCell(40);
  const size = `${width.toFixed(2)} ${height.toFixed(2)}`;
  const [w, h] = size.split(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${size}"><path d="${d}" fill="none" stroke="#000" stroke-width="1.4"/></svg>\n`;
}

const files = { 'components/site/brand/girih.svg': girihMask(), ...pillarFiles(), ...coverFiles() };

for (const [name, content] of Object.entries(files)) {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`${name} ${content.length} bytes`);
}
