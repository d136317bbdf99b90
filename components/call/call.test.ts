import { afterEach, expect, test, vi } from 'vitest';
import { keepReceipt, lastReceipt } from './after-call';
import { deleteLastCall, startCall } from './call';

const dropped = vi.hoisted(() => ({ times: 0, forgotten: [] as string[] }));

vi.mock('./session', () => ({
  silence: { visitor: 0, agent: 0 },
  CallSession: class {
    async start() {}
    async dropRecording() {
      dropped.times++;
    }
  },
}));
vi.mock('./outbox', () => ({
  forgetRecording: async (room: string) => void dropped.forgotten.push(room),
}));
vi.mock('./room', () => ({ pickDevice: () => undefined }));

afterEach(() => vi.unstubAllGlobals());

const receipt = {
  room: 'chat-1',
  phone: '',
  token: 't',
  durationMs: 1,
  answersMs: [],
  voice: [],
  audioUrl: null,
  delivery: 'sending',
  sentShare: 0,
} as const;

test('a call that the server could not delete keeps its recording, which is sent; one that it has deleted does not', async () => {
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} });
  startCall({ phone: '', language: 'uz' });
  keepReceipt(receipt);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(deleteLastCall()).rejects.toThrow('offline');
  expect(dropped).toEqual({ times: 0, forgotten: [] });
  expect(lastReceipt.get()).toMatchObject({ delivery: 'sending' });

  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  await deleteLastCall();
  expect(dropped).toEqual({ times: 1, forgotten: ['chat-1'] });
  expect(lastReceipt.get()).toMatchObject({ delivery: 'deleted' });
});
