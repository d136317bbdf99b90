import { expect, test } from 'vitest';
import { type Caption, addCaption, captions, lastOfEach, openCaptions } from './captions';

function captionsOf(...words: [segment: string, text: string, first: boolean][]): readonly Caption[] {
  return words.reduce<readonly Caption[]>(
    (all, [segment, text, first]) => addCaption(all, { segment, speaker: 'agent', text, first }),
    [],
  );
}

test('a segment grows while it is spoken', () => {
  expect(captionsOf(['a', 'Hello', true], ['a', ' there', false])).toEqual([
    { segment: 'a', speaker: 'agent', text: 'Hello there' },
  ]);
});

test('a stream that restarts a segment replaces it, as recognition does with each better guess', () => {
  expect(captionsOf(['a', 'Helo', true], ['a', 'Hello', true])).toMatchObject([{ text: 'Hello' }]);
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

test('the last 400 captions stay, in order', () => {
  const words = Array.from({ length: 402 }, (_, at): [string, string, boolean] => [`${at}`, `${at}`, true]);
  expect(captionsOf(...words).map(({ text }) => Number(text))).toEqual(
    Array.from({ length: 400 }, (_, at) => at + 2),
  );
});

test('the last words of each side are shown in the order in which they began', () => {
  const withCaption = (all: readonly Caption[], speaker: Caption['speaker'], text: string) =>
    addCaption(all, { segment: text, speaker, text, first: true });
  const asked = withCaption([], 'agent', 'What is your name?');
  const answered = withCaption(asked, 'visitor', 'Anna');
  expect(lastOfEach(answered).map(({ text }) => text)).toEqual(['What is your name?', 'Anna']);
  const greeted = withCaption(answered, 'agent', 'Nice to meet you!');
  expect(lastOfEach(greeted).map(({ text }) => text)).toEqual(['Anna', 'Nice to meet you!']);
});

test('words that an earlier room still sends are not shown in the next one', () => {
  const news = (text: string) => ({ segment: text, speaker: 'agent', text, first: true }) as const;
  const earlier = openCaptions();
  earlier(news('Goodbye'));
  const next = openCaptions();
  earlier(news('!'));
  expect(captions.get()).toEqual([]);
  next(news('Hello'));
  expect(captions.get()).toMatchObject([{ text: 'Hello' }]);
});
