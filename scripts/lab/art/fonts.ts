/** Subsets the typeface to the pages' letters and weights, into app/fonts: a part of `npm run art`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';

const root = path.join(import.meta.dirname, '../../..');
const source = path.join(root, 'node_modules/@fontsource-variable/onest/files');

const css = readFileSync(path.join(root, 'app/globals.css'), 'utf8');

/** The characters of a font file: its unicode-range in the style sheet. */
function lettersOf(name: string): string {
  const ranges = new RegExp(`onest-${name}\\.woff2[^}]*unicode-range: ([^;]+)`).exec(css)?.[1] ?? '';
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const from = parseInt(first, 16);
      return Array.from({ length: parseInt(last, 16) - from + 1 }, (_, offset) =>
        String.fromCodePoint(from + offset),
      );
    })
    .join('');
}

/** The name table's licence and its address, which the licence requires. */
const licenceNameIds = [13, 14];

/** Regular to bold: nothing on the pages is lighter or heavier. */
const weights = { min: 400, max: 700 };

for (const name of ['latin', 'cyrillic']) {
  const fullFont = readFileSync(path.join(source, `onest-${name}-wght-normal.woff2`));
  const subset = await subsetFont(fullFont, lettersOf(name), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    preserveNameIds: licenceNameIds,
  });
  writeFileSync(path.join(root, `app/fonts/onest-${name}.woff2`), subset);
  console.log(`app/fonts/onest-${name}.woff2 ${subset.length} bytes of ${fullFont.length}`);
}
