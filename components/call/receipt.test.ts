import { expect, test } from 'vitest';
import { tabStorage } from '@/components/ui/browser-storage';
import { lastReceipt, readReceipt } from './receipt';

test('a receipt that an older release saved is restored with all its fields', () => {
  lastReceipt.set(null);
  const saved = { room: 'chat-1', phone: '+998901234567', token: 't', durationMs: 1, delivery: 'arrived' };
  tabStorage.setItem('ovoz_last_call', JSON.stringify(saved));
  readReceipt();
  expect(lastReceipt.get()).toEqual({ ...saved, answersMs: [], voice: [], audioUrl: null, sentShare: 0 });
  tabStorage.removeItem('ovoz_last_call');
  lastReceipt.set(null);
});
