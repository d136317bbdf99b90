import { expect, test } from 'vitest';
import { addCaption, type Caption } from './captions';

function captions(...words: [segment: string, text: string, first: boolean][]): readonly Caption[] {
  return words.reduce<readonly Caption[]>(
    (all, [segment, text, first]) => addCaption(all, { segment, text, first }),
    [],
  );
}

test('a segment grows while it is spoken', () => {
  expect(captions(['a', 'Hello', true], ['a', ' there', false])).toEqual([
    { segment: 'a', text: 'Hello there' },
  ]);
});

test('a stream that begins a segment again replaces it', () => {
  expect(captions(['a', 'Helo', true], ['a', 'Hello', true])).toEqual([{ segment: 'a', text: 'Hello' }]);
});

test('the last three segments stay, in order', () => {
  const all = captions(['a', '1', true], ['b', '2', true], ['c', '3', true], ['d', '4', true]);
  expect(all.map(({ text }) => text)).toEqual(['2', '3', '4']);
});
