/** Letters of two signs before letters of one. Source: the correspondence of the two alphabets, as school books print it. */
const pairs: [RegExp, string][] = [
  [/oʻ/g, 'ў'],
  [/gʻ/g, 'ғ'],
  [/sh/g, 'ш'],
  [/ch/g, 'ч'],
  [/yo(?!ʻ)/g, 'ё'],
  [/yu/g, 'ю'],
  [/ya/g, 'я'],
  // At the beginning and behind a vowel, э is written without a y before it, and е with one.
  [/(?<![\p{L}ʼ])ye/gu, 'е'],
  [/(?<=[aeiouў])ye/gu, 'е'],
  [/(?<![\p{L}ʼ])e/gu, 'э'],
  [/(?<=[aiouў])e/gu, 'э'],
];

const letters: Record<string, string> = {
  ...{ a: 'а', b: 'б', c: 'к', d: 'д', e: 'е', f: 'ф', g: 'г', h: 'ҳ', i: 'и', j: 'ж', k: 'к', l: 'л' },
  ...{ m: 'м', n: 'н', o: 'о', p: 'п', q: 'қ', r: 'р', s: 'с', t: 'т', u: 'у', v: 'в', w: 'в', x: 'х' },
  ...{ y: 'й', z: 'з', ʼ: 'ъ' },
};

/** Small Latin letters as toSpoken gives them, in the Cyrillic alphabet: for voices that know no other. The rest stays. */
export function latinToCyrillic(spoken: string): string {
  return pairs
    .reduce((text, [latin, cyrillic]) => text.replace(latin, cyrillic), spoken)
    .replace(/[a-zʼ]/g, (letter) => letters[letter] ?? letter);
}
