import { expect, test } from 'vitest';
import { heardText, timedWords } from './captions.ts';

const sentences = [
  { text: 'Juda yaxshi, rahmat.', language: 'uz' as const, fromMs: 0, toMs: 1_000 },
  { text: 'Kasbingiz nima?', language: 'uz' as const, fromMs: 1_200, toMs: 2_000 },
];

test.each([
  [0, ''],
  [1_100, 'Juda yaxshi, rahmat.'],
  [1_300, 'Juda yaxshi, rahmat. Kasbingiz'],
  [Infinity, 'Juda yaxshi, rahmat. Kasbingiz nima?'],
])('after %i ms of an utterance its captions are “%s”', (heardMs, words) => {
  expect(heardText(sentences, heardMs).trim()).toBe(words);
});

test('captions of a number follow its spoken form', () => {
  const text = 'Raqam +998 90 981 62 97, shundaymi?';
  const words = timedWords([{ text, language: 'uz', fromMs: 0, toMs: 7_000 }]);
  const beginsAtMs = (word: string) => words.find((each) => each.text.trim() === word)?.atMs ?? NaN;
  expect(words.map((word) => word.text).join('')).toBe(text);
  // toʻqson, toʻqqiz yuz sakson bir, oltmish ikki, toʻqson yetti
  expect(beginsAtMs('+998')).toBe(beginsAtMs('90'));
  expect(beginsAtMs('62') - beginsAtMs('981')).toBeGreaterThan(1_500);
  expect(beginsAtMs('shundaymi?')).toBeGreaterThan(5_500);
});
