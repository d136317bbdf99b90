import { expect, test } from 'vitest';
import { cyrillicToLatin } from './cyrillic.ts';
import { latinToCyrillic } from './latin-to-cyrillic.ts';

test.each([
  ['oʻzbekiston', 'ўзбекистон'],
  ['togʻ choʻqqisi', 'тоғ чўққиси'],
  ['shahar, qishloq', 'шаҳар, қишлоқ'],
  ['yoʻl va yosh', 'йўл ва ёш'],
  ['yuz yangi', 'юз янги'],
  ['yetti', 'етти'],
  ['ekan, poema', 'экан, поэма'],
  ['maʼno', 'маъно'],
  ['yigirma besh ming soʻm', 'йигирма беш минг сўм'],
])('%s is %s', (latin, cyrillic) => {
  expect(latinToCyrillic(latin)).toBe(cyrillic);
  expect(cyrillicToLatin(cyrillic)).toBe(latin);
});
