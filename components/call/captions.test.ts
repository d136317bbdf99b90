import { expect, test } from 'vitest';
import { addCaption, type Caption } from './captions';

function captions(...words: [segment: string, text: string, first: boolean][]): readonly Caption[] {
  return words.reduce<readonly Caption[]>(
    (all, [segment, text, first]) => addCaption(all, { segment, speaker: 'agent', text, first }),
    [],
  );
}

test('a segment grows while it is spoken', () => {
  expect(captions(['a', 'Hello', true], ['a', ' there', false])).toEqual([
    { segment: 'a', speaker: 'agent', text: 'Hello there' },
  ]);
});

test('a stream that begins a segment again replaces it, as recognition does with each better guess', () => {
  expect(captions(['a', 'Helo', true], ['a', 'Hello', true])).toMatchObject([{ text: 'Hello' }]);
});

test('a guess is marked as one until the words are final', () => {
  const guess = addCaption([], {
    segment: 'a',
    speaker: 'visitor',
    text: 'My name',
    first: true,
    interim: true,
  });
  expect(guess).toMatchObject([{ text: 'My name', interim: true }]);
  const news = {
    segment: 'a',
    speaker: 'visitor',
    text: 'My name is Aziz.',
    first: true,
    interim: false,
  } as const;
  expect(addCaption(guess, news)).toMatchObject([{ text: 'My name is Aziz.', interim: false }]);
});

test('the last segments stay, in order', () => {
  const all = captions(...Array.from('12345678', (text): [string, string, boolean] => [text, text, true]));
  expect(all.map(({ text }) => text).join('')).toBe('345678');
});
