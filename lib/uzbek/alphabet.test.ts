import { expect, test } from 'vitest';
import {
  cyrillicToLatin,
  latinToCyrillic,
  replaceLaterLetters,
  oneAlphabet,
  normalizeRecognizedUzbek,
} from './index.ts';

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

test.each([
  ['Õzbekiston', 'Oʻzbekiston'],
  ['tōgri, DŌST', 'toʻgri, DOʻST'],
  ['baḡr, Ğani', 'bagʻr, Gʻani'],
  ['şahar, Şahar, ŞAHAR, BEŞ', 'shahar, Shahar, SHAHAR, BESH'],
  ['çoy, Çoy, ÇOY, Ç', 'choy, Choy, CHOY, Ch'],
  ['O\u0303zbek, s\u0327ahar', 'Oʻzbek, shahar'],
  ['Oʻzbek, shahar', 'Oʻzbek, shahar'],
])('%s in the letters of 2026 is %s in those of 1995', (written, spelled) => {
  expect(replaceLaterLetters(written)).toBe(spelled);
  expect(replaceLaterLetters(spelled)).toBe(spelled);
});

test('Cyrillic, the letters of 2026 and both apostrophes give the same Latin text', () => {
  const all = ['Ўзбекистон чойи', "O'zbekiston choyi", 'Õzbekiston çoyi', 'O‘zbekiston choyi'];
  expect(new Set(all.map(oneAlphabet))).toEqual(new Set(['Oʻzbekiston choyi']));
});

test.each([
  ['Mening ismim Õktam, şifokorman', 'Mening ismim Oʻktam, shifokorman'],
  ['Ḡani akam çoyxona oçmoqçi', 'Gʻani akam choyxona ochmoqchi'],
  ["qo'ng'iroq, ma`no", 'qoʻngʻiroq, maʼno'],
  ['Менинг исмим Ўктам', 'Mening ismim Oʻktam'],
  ['Меня зовут Азиз, я врач', 'Меня зовут Азиз, я врач'],
])('a recogniser’s %s is spelled %s', (written, spelled) => {
  expect(normalizeRecognizedUzbek(written)).toBe(spelled);
  expect(normalizeRecognizedUzbek(spelled)).toBe(spelled);
});
