import { expect, test } from 'vitest';
import { espeakText } from './index.ts';

test.each([
  ['uz', 'Oʻzbekiston, maʼno, Gʻafur', "O'zbekiston, ma'no, G'afur"],
  ['ru', 'Привет, мир!', 'Привет, мир!'],
  ['en', 'Tom & Ann <break time="9s"/> left', 'Tom and Ann break time="9s"/ left'],
  ['en', '[[h@l@U]] hello', 'h@l@U hello'],
  ['en', '\u0001500S fast\u0000\u0007', '500S fast'],
  ['en', 'Hi 👋🏽 there 👨‍👩‍👧 1 # *', 'Hi there 1 # *'],
  ['en', '\uD800 lone', 'lone'],
  ['en', '--help', '--help'],
  ['uz', '🎉\u200B\n\t', ''],
] as const)('%s: eSpeak NG gets %j as %j', (language, written, spoken) => {
  expect(espeakText(written, language)).toBe(spoken);
});
