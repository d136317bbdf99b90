import { expect, test } from 'vitest';
import { tabStorage } from '@/components/ui/browser-storage';
import { type CallReceipt, lastReceipt, readReceipt, saveDelivery } from './receipt';

test('a receipt that an older release saved is restored with all its fields', () => {
  lastReceipt.set(null);
  const saved = { room: 'chat-1', phone: '+998901234567', token: 't', durationMs: 1, delivery: 'arrived' };
  tabStorage.setItem('ovoz_last_call', JSON.stringify(saved));
  readReceipt();
  expect(lastReceipt.get()).toEqual({ ...saved, answerWaitsMs: [], voice: [], audioUrl: null, sentShare: 0 });
  tabStorage.removeItem('ovoz_last_call');
  lastReceipt.set(null);
});

test('an upload that is confirmed after the deletion of its call brings no data back', () => {
  const receipt: CallReceipt = {
    ...{ room: 'chat-1', phone: '+998901234567', token: 't', durationMs: 1, delivery: 'retrying' },
    ...{ answerWaitsMs: [], voice: [], audioUrl: null, sentShare: 0 },
  };
  lastReceipt.set(receipt);
  saveDelivery('chat-1', { delivery: 'deleted' });
  saveDelivery('chat-1', { delivery: 'arrived', phone: '+998901234567' });
  expect(lastReceipt.get()).toMatchObject({ delivery: 'deleted', phone: '' });
  tabStorage.removeItem('ovoz_last_call');
  lastReceipt.set(null);
});
