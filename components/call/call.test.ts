import { afterEach, expect, test, vi } from 'vitest';
import { callView, deleteLastCall, isCallOn, sampleBars, sampleLevels, send, typeAnswer } from './call';
import { type CallReceipt, lastReceipt, saveReceipt } from './receipt';

afterEach(() => vi.unstubAllGlobals());

const receipt: CallReceipt = {
  room: 'chat-1',
  phone: '+998901234567',
  token: 't',
  durationMs: 1,
  answerWaitsMs: [],
  voice: [],
  audioUrl: null,
  delivery: 'sending',
  sentShare: 0,
};

test('a call that the server could not delete stays in the browser; a deleted one leaves no data', async () => {
  saveReceipt(receipt);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(deleteLastCall()).rejects.toThrow('network');
  expect(lastReceipt.get()).toMatchObject({ delivery: 'sending', phone: '+998901234567' });

  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  await deleteLastCall();
  expect(lastReceipt.get()).toMatchObject({ delivery: 'deleted', phone: '', token: '' });
});

test('without a call nothing is heard or sent, and the last call can be shown', async () => {
  expect([sampleLevels(), sampleBars(), await typeAnswer('Akmal')]).toEqual([
    { visitor: 0, agent: 0 },
    [],
    false,
  ]);
  send({ type: 'showLastCall', room: 'chat-1' });
  expect([callView.get().screen, isCallOn()]).toEqual(['ended', false]);
  send({ type: 'dismiss' });
  expect(callView.get().screen).toBe('closed');
});
