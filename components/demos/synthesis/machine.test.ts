import { expect, test } from 'vitest';
import { ttsIdle, ttsReducer, type TtsEvent, type TtsState } from './machine';

const after = (...events: TtsEvent['type'][]) =>
  events.reduce((state, type) => ttsReducer(state, { type }), ttsIdle);

test.each<[TtsEvent['type'][], TtsState['status'], TtsState['sound']]>([
  [[], 'idle', 'none'],
  [['convert'], 'generating', 'none'],
  [['convert', 'first_sound'], 'playing', 'arriving'],
  [['convert', 'first_sound', 'whole'], 'playing', 'whole'],
  [['convert', 'first_sound', 'pause'], 'paused', 'arriving'],
  [['convert', 'first_sound', 'pause', 'whole'], 'paused', 'whole'],
  [['convert', 'first_sound', 'pause', 'play'], 'playing', 'arriving'],
  [['convert', 'first_sound', 'whole', 'ended'], 'idle', 'whole'],
  [['convert', 'first_sound', 'whole', 'ended', 'play'], 'playing', 'whole'],
  [['convert', 'first_sound', 'whole', 'convert'], 'generating', 'none'],
  [['convert', 'failed'], 'idle', 'none'],
  [['convert', 'first_sound', 'failed'], 'idle', 'none'],
  [['convert', 'first_sound', 'reset'], 'idle', 'none'],
  [['play'], 'idle', 'none'],
  [['whole'], 'idle', 'none'],
  [['convert', 'play'], 'generating', 'none'],
  [['convert', 'reset', 'first_sound'], 'idle', 'none'],
])('%j ends %s, with sound: %s', (events, status, sound) => {
  expect(after(...events)).toEqual({ status, sound });
});
