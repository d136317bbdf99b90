import { expect, test, vi } from 'vitest';
import { CallSession } from './session';
import type { CallEvent } from './call-machine';
import type * as devices from './devices';
import type * as room from './room';

const microphone = vi.hoisted(() => ({ stop: vi.fn(), mediaStreamTrack: {} }));

vi.mock('./room', async (original) => ({
  ...(await original<typeof room>()),
  canHoldCalls: () => true,
}));
vi.mock('./devices', async (original) => ({
  ...(await original<typeof devices>()),
  openMicrophone: async () => microphone,
}));
vi.mock('./recording/mixer', () => ({
  Mixer: class {
    constructor() {
      throw new DOMException('no audio hardware', 'NotSupportedError');
    }
  },
}));

test('a browser without an audio context frees the microphone and is told so; nothing is thrown', async () => {
  vi.stubGlobal('navigator', { mediaDevices: {} });
  const told: CallEvent[] = [];
  const session = new CallSession(
    { phone: '+998 90 123 45 67', language: 'uz' },
    { dispatch: (event) => void told.push(event), caption: () => undefined },
  );
  await session.start();
  expect(told).toContainEqual({ type: 'mic_failed', fault: 'other' });
  await session.finish();
  expect(microphone.stop).toHaveBeenCalled();
});
