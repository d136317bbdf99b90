import { expect, test } from 'vitest';
import { ttsAction, ttsIdle, ttsReducer, type TtsEvent, type TtsState } from './tts-machine';

const text = 'Salom';
const after = (...events: TtsEvent['type'][]) =>
  events.reduce((state, type) => ttsReducer(state, { type, text }), ttsIdle);

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
  [['convert', 'first_sound', 'failed'], 'playing', 'part'],
  [['convert', 'first_sound', 'failed', 'ended', 'play'], 'playing', 'part'],
  [['convert', 'first_sound', 'failed', 'convert'], 'generating', 'none'],
  [['convert', 'first_sound', 'reset'], 'idle', 'none'],
  [['play'], 'idle', 'none'],
  [['whole'], 'idle', 'none'],
  [['convert', 'play'], 'generating', 'none'],
  [['convert', 'reset', 'first_sound'], 'idle', 'none'],
])('after %j the demo is %s, with sound: %s', (events, status, sound) => {
  expect(after(...events)).toMatchObject({ status, sound });
});

test.each<[TtsEvent['type'][], string, string]>([
  [[], text, 'convert'],
  [['convert'], text, 'wait'],
  [['convert', 'first_sound'], text, 'pause'],
  [['convert', 'first_sound', 'pause'], text, 'play'],
  [['convert', 'first_sound', 'whole', 'ended'], text, 'play'],
  [['convert', 'first_sound', 'whole'], 'Xayr', 'convert'],
  [['convert', 'failed'], text, 'convert'],
  [['convert', 'first_sound', 'failed'], text, 'convert'],
])('after %j, with the text %s, the main button does: %s', (events, shown, action) => {
  expect(ttsAction(after(...events), shown)).toBe(action);
});
