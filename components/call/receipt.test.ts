import { expect, test, vi } from 'vitest';
import { tabStorage } from '@/components/ui/browser-storage';
import { type CallReceipt, lastReceipt, readReceipt, saveDelivery, saveReceipt } from './receipt';

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

test('a recording that another tab sends is shown as arrived in the tab of its call', async () => {
  vi.resetModules();
  const otherTab = await import('./receipt');
  const receipt: CallReceipt = {
    ...{ room: 'chat-2', phone: '+998901234567', token: 't', durationMs: 1, delivery: 'waiting' },
    ...{ answerWaitsMs: [], voice: [], audioUrl: null, sentShare: 0 },
  };
  saveReceipt(receipt);
  otherTab.saveDelivery('chat-1', { delivery: 'lost' });
  otherTab.saveDelivery('chat-2', { delivery: 'arrived', phone: '+998911112233' });
  await expect
    .poll(() => lastReceipt.get())
    .toMatchObject({ room: 'chat-2', delivery: 'arrived', phone: '+998911112233' });
  expect(otherTab.lastReceipt.get()).toBeNull();
  tabStorage.removeItem('ovoz_last_call');
  lastReceipt.set(null);
});

test('a browser that refuses the channel between tabs shows and saves the receipt', async () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  vi.resetModules();
  const tab = await import('./receipt');
  const receipt: CallReceipt = {
    ...{ room: 'chat-3', phone: '', token: 't', durationMs: 1, delivery: 'sending' },
    ...{ answerWaitsMs: [], voice: [], audioUrl: null, sentShare: 0 },
  };
  tab.saveReceipt(receipt);
  tab.saveDelivery('chat-3', { delivery: 'arrived' });
  expect(tab.lastReceipt.get()).toMatchObject({ room: 'chat-3', delivery: 'arrived' });
  tabStorage.removeItem('ovoz_last_call');
  vi.unstubAllGlobals();
});

test('a page that the browser restores shows the receipt of a later call of its tab', () => {
  const receipt: CallReceipt = {
    ...{ room: 'chat-4', phone: '', token: 't', durationMs: 1, delivery: 'arrived' },
    ...{ answerWaitsMs: [], voice: [], audioUrl: 'blob:4', sentShare: 1 },
  };
  saveReceipt(receipt);
  readReceipt();
  expect(lastReceipt.get()).toEqual(receipt);
  tabStorage.setItem('ovoz_last_call', JSON.stringify({ ...receipt, room: 'chat-5', audioUrl: null }));
  readReceipt();
  expect(lastReceipt.get()).toMatchObject({ room: 'chat-5', audioUrl: null });
  tabStorage.removeItem('ovoz_last_call');
  lastReceipt.set(null);
});
