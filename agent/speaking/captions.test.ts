import { TextStreamWriter } from '@livekit/rtc-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { log } from '../../lib/server/platform/log.ts';
import { Captions, heardText, timedWords } from './captions.ts';

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

test('captions whose stream is broken are logged once', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const written: string[] = [];
  const stream = new WritableStream<string>({
    write(words) {
      if (written.length === 1) throw new Error('broken');
      written.push(words);
    },
  });
  const info = { streamId: '', mimeType: '', topic: '', timestamp: 0 };
  const captions = new Captions(
    { identity: 'agent', streamText: async () => new TextStreamWriter(stream, info) },
    'TR',
  );
  for (const heard of ['Nice', 'Nice to', 'Nice to meet', 'Nice to meet you']) captions.show(heard);
  await captions.close();
  expect(written).toEqual(['Nice']);
  expect(warn).toHaveBeenCalledExactlyOnceWith('captions_failed', {}, expect.any(Error));
});
