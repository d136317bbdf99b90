import { expect, test, vi } from 'vitest';
import { callEntry, openCall } from './entry';

const request = { phone: '+998 90 123 45 67', language: 'uz' } as const;

vi.mock('./panel/panel', () => ({ VoiceChatPanel: () => null }));
vi.mock('./call', () => ({
  startCall: () => {
    throw new TypeError('a defect');
  },
  reopenCall: () => undefined,
  showCooldown: () => undefined,
  isCallOn: () => false,
}));

test('a defect in the call is an error, not a lost connection', async () => {
  await expect(openCall(request)).rejects.toThrow('a defect');
  expect(callEntry.get()).toEqual({ state: 'none' });
});
