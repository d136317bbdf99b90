import { beforeEach, expect, test, vi } from 'vitest';
import { TrialCall } from './trial-call';

const microphone = { stop: vi.fn() };
const room = { enter: vi.fn(), publishMicrophone: vi.fn(), sendText: vi.fn(), leave: vi.fn() };
const newCall = (): TrialCall =>
  Reflect.construct(TrialCall, [{ openMicrophone: async () => microphone, newRoom: () => room }]);

const grant = { serverUrl: 'ws://127.0.0.1:7880', token: 'x', roomName: 'room', participantName: 'User' };

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('fetch', async () => Response.json(grant));
});

test('a room that cannot be entered is left', async () => {
  room.enter.mockRejectedValueOnce(new Error('no route'));
  const call = newCall();
  await call.start(1, 'en', false);
  expect(call.view.get().state).toBe('lost');
  expect(room.leave).toHaveBeenCalledOnce();
});

test('a call that ends before it enters its room stops its microphone and enters no room', async () => {
  const call = newCall();
  const started = call.start(1, 'en', false);
  await call.end();
  await started;
  expect(microphone.stop).toHaveBeenCalledOnce();
  expect(room.enter).not.toHaveBeenCalled();

  const secondCall = newCall();
  vi.stubGlobal('fetch', async () => {
    await secondCall.end();
    return Response.json(grant);
  });
  await secondCall.start(1, 'en', false);
  expect(microphone.stop).toHaveBeenCalledTimes(2);
  expect(room.enter).not.toHaveBeenCalled();
});
