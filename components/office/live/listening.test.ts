import { expect, test } from 'vitest';
import { readWords } from './listening';

async function textsOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = [];
  await readWords(pieces, (text) => texts.push(text));
  return texts;
}

test('words of any length from a visitor’s browser stay short on the operator’s page', async () => {
  const texts = await textsOf(
    (async function* () {
      for (let piece = 0; piece < 100; piece++) yield 'x'.repeat(1_000);
    })(),
  );
  expect(Math.max(...texts.map(({ length }) => length))).toBe(2_000);
});

test('the words of a stream that breaks off stay', async () => {
  const texts = await textsOf(
    (async function* () {
      yield 'Salom, ';
      yield 'ism';
      throw new Error('the sender has left');
    })(),
  );
  expect(texts).toEqual(['Salom, ', 'Salom, ism']);
});
