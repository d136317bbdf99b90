import { Room, RoomEvent, TrackKind, TrackSource } from '@livekit/rtc-node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerWaitMs, typedAnswerWaitMs } from '../../interview/timing.ts';
import { EchoGate } from './echo-gate.ts';
import { Microphone } from './microphone.ts';

vi.mock('@livekit/rtc-node', async (original) => ({
  ...(await original<object>()),
  AudioStream: class {},
}));

const atMs = 0;

it('makes a question wait: shortly for a voice, long for who writes or has none', () => {
  const room = new Room();
  const microphone = new Microphone(room, new EchoGate(() => false), () => undefined);
  onTestFinished(() => microphone.close());
  expect(microphone.answerWaitMs).toBe(typedAnswerWaitMs);
  const publication = { source: TrackSource.SOURCE_MICROPHONE };
  Reflect.apply(room.emit, room, [
    RoomEvent.TrackSubscribed,
    { kind: TrackKind.KIND_AUDIO },
    publication,
    { identity: 'visitor-1' },
  ]);
  expect(microphone.answerWaitMs).toBe(answerWaitMs);

  microphone.note({ type: 'visitor_writes', atMs, writing: true });
  expect(microphone.answerWaitMs).toBe(typedAnswerWaitMs);
  microphone.note({ type: 'visitor_writes', atMs, writing: false });
  expect(microphone.answerWaitMs).toBe(answerWaitMs);
  microphone.note({ type: 'visitor_typed', atMs, text: 'Aziz' });
  expect(microphone.answerWaitMs).toBe(typedAnswerWaitMs);
  microphone.heardAnswer();
  expect(microphone.answerWaitMs).toBe(answerWaitMs);
  microphone.note({ type: 'visitor_typed', atMs, text: 'Aziz' });
  microphone.note({ type: 'visitor_lost', atMs, forGood: false });
  expect(microphone.answerWaitMs).toBe(answerWaitMs);
});
