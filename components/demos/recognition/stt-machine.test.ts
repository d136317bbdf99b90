import { expect, test } from 'vitest';
import type { SttEvent, SttState } from './stt-machine';
import { isBusy, sttIdle, sttReducer } from './stt-machine';

const after = (...events: SttEvent[]) => events.reduce(sttReducer, sttIdle);
const opened = { type: 'microphone_opened', atMs: 1000 } as const;
const listening: SttEvent[] = [{ type: 'start' }, opened];

test.each<[string, SttEvent[], SttState]>([
  ['asks for the microphone', [{ type: 'start' }], { status: 'connecting' }],
  ['listens', listening, { status: 'listening', startedAtMs: 1000 }],
  ['processes the recording', [...listening, { type: 'stop' }], { status: 'processing' }],
  [
    'shows the text',
    [...listening, { type: 'stop' }, { type: 'transcribed', text: 'Salom' }],
    { status: 'complete', text: 'Salom' },
  ],
  ['is refused the microphone', [{ type: 'start' }, { type: 'microphone_denied' }], { status: 'mic_denied' }],
  [
    'finds no microphone',
    [{ type: 'start' }, { type: 'failed', fault: 'microphone' }],
    { status: 'error', fault: 'microphone' },
  ],
  ['fails', [{ type: 'file' }, { type: 'failed', fault: 'service' }], { status: 'error', fault: 'service' }],
  ['processes a file', [{ type: 'file' }], { status: 'processing' }],
  ['is cancelled before the microphone opens', [{ type: 'start' }, { type: 'cancel' }], sttIdle],
  ['is cancelled while it listens', [...listening, { type: 'cancel' }], sttIdle],
  [
    'starts again after a refusal',
    [{ type: 'start' }, { type: 'microphone_denied' }, { type: 'start' }],
    { status: 'connecting' },
  ],
])('the demo %s', (_, events, state) => {
  expect(after(...events)).toEqual(state);
});

test.each<[string, SttEvent[], SttEvent]>([
  ['a second start while it listens', listening, { type: 'start' }],
  ['a file while it listens', listening, { type: 'file' }],
  ['a call that begins during the processing', [{ type: 'file' }], { type: 'cancel' }],
  ['a text that arrives while it listens', listening, { type: 'transcribed', text: 'late' }],
  ['a stop before the microphone opens', [{ type: 'start' }], { type: 'stop' }],
  ['a microphone that opens too late', [], opened],
  [
    'a failure after the text',
    [{ type: 'file' }, { type: 'transcribed', text: 'a' }],
    { type: 'failed', fault: 'offline' },
  ],
])('the state of the demo ignores %s', (_, events, late) => {
  const before = after(...events);
  expect(sttReducer(before, late)).toBe(before);
});

test('the demo is busy while it connects, listens and processes', () => {
  expect(isBusy(sttIdle)).toBe(false);
  for (const events of [[{ type: 'start' }], listening, [{ type: 'file' }]] satisfies SttEvent[][])
    expect(isBusy(after(...events))).toBe(true);
});
