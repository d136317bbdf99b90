import { expect, test } from 'vitest';
import { ttsIdle, ttsReducer, type TtsEvent } from './tts-machine';

const after = (...events: TtsEvent['type'][]) =>
  events.reduce((state, type) => ttsReducer(state, { type }), ttsIdle);

test.each<[TtsEvent['type'][], string, boolean]>([
  [[], 'idle', false],
  [['convert'], 'generating', false],
  [['convert', 'first_sound'], 'playing', true],
  [['convert', 'first_sound', 'pause'], 'paused', true],
  [['convert', 'first_sound', 'pause', 'play'], 'playing', true],
  [['convert', 'first_sound', 'ended'], 'idle', true],
  [['convert', 'first_sound', 'ended', 'play'], 'playing', true],
  [['convert', 'failed'], 'idle', false],
  [['convert', 'first_sound', 'reset'], 'idle', false],
  [['play'], 'idle', false],
  [['convert', 'play'], 'generating', false],
  [['convert', 'reset', 'first_sound'], 'idle', false],
])('%j ends %s', (events, status, hasAudio) => {
  expect(after(...events)).toEqual({ status, hasAudio });
});
