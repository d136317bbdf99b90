import { expect, test } from 'vitest';
import { type Caption, addCaption, captions, lastOfEach, openCaptions } from './captions';

function captionsOf(...words: [segment: string, text: string, isFirst: boolean][]): readonly Caption[] {
  return words.reduce<readonly Caption[]>(
    (all, [segment, text, isFirst]) => addCaption(all, { segment, speaker: 'agent', text, isFirst }),
    [],
  );
}

test('an utterance grows while it is spoken', () => {
  expect(captionsOf(['a', 'Hello', true], ['a', ' there', false])).toEqual([
    { segment: 'a', speaker: 'agent', text: 'Hello there' },
  ]);
});

test('a new stream of an utterance replaces its words, as recognition does with each better guess', () => {
  expect(captionsOf(['a', 'Helo', true], ['a', 'Hello', true])).toMatchObject([{ text: 'Hello' }]);
});

test('a guess is marked as one until the words are final', () => {
  const guess = addCaption([], {
    segment: 'a',
    speaker: 'visitor',
    text: 'My name',
    isFirst: true,
    isInterim: true,
  });
  expect(guess).toMatchObject([{ text: 'My name', isInterim: true }]);
  const news = {
    segment: 'a',
    speaker: 'visitor',
    text: 'My name is Aziz.',
    isFirst: true,
    isInterim: false,
  } as const;
  expect(addCaption(guess, news)).toMatchObject([{ text: 'My name is Aziz.', isInterim: false }]);
});

test('an empty stream removes its utterance, and adds none', () => {
  expect(captionsOf(['a', 'Hm', true], ['b', 'Hello', true], ['a', '', true], ['c', '', true])).toMatchObject(
    [{ segment: 'b' }],
  );
});

test('the last 400 captions stay, in order', () => {
  const words = Array.from({ length: 402 }, (_, at): [string, string, boolean] => [`${at}`, `${at}`, true]);
  expect(captionsOf(...words).map(({ text }) => Number(text))).toEqual(
    Array.from({ length: 400 }, (_, at) => at + 2),
  );
});

test('the last words of each side are shown in the order in which they began', () => {
  const withCaption = (all: readonly Caption[], speaker: Caption['speaker'], text: string) =>
    addCaption(all, { segment: text, speaker, text, isFirst: true });
  const asked = withCaption([], 'agent', 'What is your name?');
  const answered = withCaption(asked, 'visitor', 'Anna');
  expect(lastOfEach(answered).map(({ text }) => text)).toEqual(['What is your name?', 'Anna']);
  const greeted = withCaption(answered, 'agent', 'Nice to meet you!');
  expect(lastOfEach(greeted).map(({ text }) => text)).toEqual(['Anna', 'Nice to meet you!']);
});

test('words that an earlier room still sends are not shown in the next one', () => {
  const news = (text: string) => ({ segment: text, speaker: 'agent', text, isFirst: true }) as const;
  const earlier = openCaptions();
  earlier(news('Goodbye'));
  const next = openCaptions();
  earlier(news('!'));
  expect(captions.get()).toEqual([]);
  next(news('Hello'));
  expect(captions.get()).toMatchObject([{ text: 'Hello' }]);
});
