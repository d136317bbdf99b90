import { afterEach, expect, test, vi } from 'vitest';
import type { VisitorEvent } from './chart/events';
import type { InterruptedCall } from './recording/outbox';
import { type ResumeDependencies, resumeCall } from './resume';

const room = 'chat-1763750000000';
const call: InterruptedCall = {
  request: { phone: '+998901234567', language: 'uz' },
  previous: { room, startedAtMs: 1, lastSeenMs: 2, muted: false, chunks: 2, release: () => undefined },
  isOffered: false,
};
const grant = { token: 't', roomName: room, serverUrl: 'ws://127.0.0.1' };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Resumes with a server that gives these answers in turn. */
async function resumeWith({ isAnotherOn = false }, ...answers: (Response | null)[]) {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', async () => answers.shift() ?? Promise.reject(new TypeError('offline')));
  const events: VisitorEvent[] = [];
  const done: string[] = [];
  const seen = { isAnotherOn, isCallOn: () => false, drop: () => {} };
  const dependencies: ResumeDependencies = {
    find: async () => call,
    loader: {
      isCallOn: () => seen.isAnotherOn,
      async run({ event, onDropped = () => {} }) {
        events.push(event);
        seen.drop = onDropped;
      },
    },
    async abandon(previous, isCallOn) {
      done.push(`abandoned ${previous.room}`);
      seen.isCallOn = isCallOn;
    },
    sendStored: async () => void done.push('sent'),
  };
  const resumed = resumeCall(dependencies);
  await vi.advanceTimersByTimeAsync(10_000);
  await resumed;
  return { events, done, seen };
}

test('a network that has just come back may fail once more', async () => {
  const { events, done } = await resumeWith({}, null, null, Response.json(grant));
  expect(events).toMatchObject([
    { type: 'resume', previous: { room: room, grant, chunks: 2 }, isOffered: false },
  ]);
  expect(done).toEqual([]);
});

test('a call that is over is abandoned, and its receipt shown unless another call is on', async () => {
  const { events, done, seen } = await resumeWith({}, Response.json({ code: 'call_ended' }, { status: 409 }));
  expect([events, done]).toEqual([[], [`abandoned ${room}`]]);
  expect(seen.isCallOn()).toBe(false);
  seen.isAnotherOn = true;
  expect(seen.isCallOn()).toBe(true);
});

test('a visitor who has begun another call meanwhile keeps it; the interrupted one is abandoned', async () => {
  const { events, done } = await resumeWith({ isAnotherOn: true }, Response.json(grant));
  expect([events, done]).toEqual([[], [`abandoned ${room}`]]);
});

test('a call whose panel was closed before its code had loaded is abandoned', async () => {
  const { done, seen } = await resumeWith({}, Response.json(grant));
  seen.drop();
  expect(done).toEqual([`abandoned ${room}`]);
});
