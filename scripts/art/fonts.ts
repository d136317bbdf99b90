/** Cuts the typeface down to the letters and weights that the pages use, into app/fonts: a part of `npm run art`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';

const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, 'node_modules/@fontsource-variable/onest/files');

/** Characters of code points, both ends included. */
const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, step) => first + step));

/** What app/globals.css asks of each file (unicode-range), as far as the typeface has it. */
const subsets = {
  latin: [range(0x20, 0x7e), range(0xa0, 0xff), 'ʻʼ', range(0x2000, 0x206f), '€™−'].join(''),
  cyrillic: [range(0x400, 0x45f), 'ҐґҰұ№\u0301'].join(''),
};

/** The name table's licence and its address: the licence asks that they stay. */
const licenceNames = [13, 14];

/** Regular to bold: nothing on the pages is lighter or heavier. */
const weights = { min: 400, max: 700 };

for (const [name, text] of Object.entries(subsets)) {
  const whole = readFileSync(path.join(source, `onest-${name}-wght-normal.woff2`));
  const cut = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    preserveNameIds: licenceNames,
  });
  writeFileSync(path.join(root, `app/fonts/onest-${name}.woff2`), cut);
  console.log(`app/fonts/onest-${name}.woff2 ${cut.length} bytes of ${whole.length}`);
}
