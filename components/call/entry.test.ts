import { expect, test, vi } from 'vitest';
import { callEntry, openCall, openLastCall, retryEntry } from './entry';

const request = { phone: '+998 90 123 45 67', language: 'uz' } as const;
const network = vi.hoisted(() => ({ isThere: true }));

vi.mock('./panel/panel', () => ({
  get VoiceChatPanel() {
    if (!network.isThere) throw new TypeError('the code could not be fetched');
    return () => null;
  },
}));
vi.mock('./call', () => ({
  startCall: () => {
    throw new TypeError('a defect');
  },
  reopenCall: () => undefined,
  showCooldown: () => undefined,
  isCallOn: () => false,
}));

test('what could not be fetched is asked for again', async () => {
  network.isThere = false;
  await openLastCall();
  expect(callEntry.get().state).toBe('missing');
  network.isThere = true;
  retryEntry();
  await expect.poll(() => callEntry.get().state).toBe('ready');
});

test('a defect in the call is an error, not a lost connection', async () => {
  await expect(openCall(request)).rejects.toThrow('a defect');
  expect(callEntry.get()).toEqual({ state: 'none' });
});

test('a panel that is closed while it loads stays closed, and its call is told', async () => {
  vi.resetModules();
  const entry = await import('./entry');
  const onDropped = vi.fn();
  const loading = entry.openCall(request, undefined, onDropped);
  expect(entry.callEntry.get().state).toBe('loading');
  entry.leaveEntry();
  await loading;
  expect(entry.callEntry.get().state).toBe('none');
  expect(onDropped).toHaveBeenCalledOnce();
});
