import { afterEach, expect, test, vi } from 'vitest';
import { noteCall } from './after-call';
import type { CallOptions } from './call';
import { rejoinCall } from './rejoin';

const end = vi.hoisted(() => vi.fn(async () => undefined));
const before = vi.hoisted(() => ({ room: 'chat-1763750000000', phone: '+998901234567', chunks: 2 }));
const opened = vi.hoisted(() =>
  vi.fn<(request: object, options: CallOptions, onDropped: () => void) => void>(),
);
const sent = vi.hoisted(() => vi.fn<(isShown: (room: string) => boolean) => void>());
const another = vi.hoisted(() => ({ isOn: false }));

vi.mock('./recording/outbox', () => ({ brokenOffCall: async () => before, endBrokenOff: end }));
vi.mock('./entry', () => ({ openCall: opened, isCallOn: () => another.isOn }));
vi.mock('./recording/deliver', () => ({ recoverRecordings: sent }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Comes back by a server that answers so, one after the other. */
async function by(...answers: (Response | null)[]): Promise<void> {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', async () => answers.shift() ?? Promise.reject(new TypeError('offline')));
  const coming = rejoinCall();
  await vi.advanceTimersByTimeAsync(10_000);
  await coming;
}

const grant = { token: 't', roomName: before.room, serverUrl: 'ws://127.0.0.1' };

test('a network that has just come back may fail once more', async () => {
  await by(null, null, Response.json(grant));
  expect(opened).toHaveBeenCalledOnce();
  expect(sent).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
});

test('a call that is over is sent, and its visitor shown that it has arrived, unless another one is on', async () => {
  await by(Response.json({ code: 'call_ended' }, { status: 409 }));
  expect(opened).not.toHaveBeenCalled();
  expect(sent).toHaveBeenCalledOnce();
  const isShown = sent.mock.calls[0]?.[0];
  expect([isShown?.(before.room), isShown?.('chat-1')]).toEqual([true, false]);
  another.isOn = true;
  expect(isShown?.(before.room)).toBe(false);
  expect(end).toHaveBeenCalledBefore(sent);
});

test('a call whose panel could not be loaded and was closed is over, and sent', async () => {
  await by(Response.json(grant));
  opened.mock.calls[0]?.[2]();
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(end).toHaveBeenCalledExactlyOnceWith(before);
});

test('the tab that was in the call goes back into it by itself; another one offers it', async () => {
  const isOffered = async () => {
    await by(Response.json(grant));
    return opened.mock.lastCall?.[1].offered;
  };
  noteCall('chat-1');
  expect(await isOffered()).toBe(true);
  noteCall(before.room);
  expect(await isOffered()).toBe(false);
});
