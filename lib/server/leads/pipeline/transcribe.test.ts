import { expect, test } from 'vitest';
import type { Passage } from '../dialogue';
import type { Recognizer } from '../../speech/interfaces';
import { recognisePassages } from './transcribe';

const passage = (speaker: Passage['speaker'], fromS: number, toS: number, text: string | null): Passage => ({
  speaker,
  fromS,
  toS,
  text,
  topic: null,
  waitS: null,
});

/** Ten seconds whose samples are their own second, so that a piece tells where it was cut. */
const visitor = Int16Array.from({ length: 160_000 }, (_, i) => Math.floor(i / 16_000));

test('each unknown passage of the visitor is recognised from its own piece of the recording, in place', async () => {
  let atWork = 0;
  let mostAtWork = 0;
  const recognizer: Recognizer = {
    name: 'upstream',
    async transcribe(samples, { language }) {
      mostAtWork = Math.max(mostAtWork, ++atWork);
      await Promise.resolve();
      atWork--;
      return { text: `${language} ${samples[8000]} ${(samples.length / 16_000).toFixed(1)}s` };
    },
  };
  const dialogue = [
    passage('agent', 0, 1, null),
    passage('visitor', 1, 2, null),
    passage('visitor', 3, 4, 'told'),
    ...[5, 6, 7, 8, 9].map((fromS) => passage('visitor', fromS, fromS + 1, null)),
  ];
  const texts = (await recognisePassages(dialogue, visitor, recognizer, 'uz')).map(({ text }) => text);
  expect(texts).toEqual([
    null,
    'uz 1 1.4s',
    'told',
    'uz 5 1.4s',
    'uz 6 1.4s',
    'uz 7 1.4s',
    'uz 8 1.4s',
    'uz 9 1.2s',
  ]);
  expect(mostAtWork).toBe(3);
});

test('a vendor that fails fails the whole', async () => {
  const fault = new Error('out of order');
  const recognizer: Recognizer = { name: 'upstream', transcribe: () => Promise.reject(fault) };
  const dialogue = [passage('visitor', 0, 1, null)];
  await expect(recognisePassages(dialogue, visitor, recognizer, 'uz')).rejects.toBe(fault);
});
