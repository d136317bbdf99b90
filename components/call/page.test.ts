import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSound } from '@/components/ui/sounding';
import { createPageGuard } from './page';
import { unsavedDeliveries } from './receipt';

const page = { addEventListener: vi.fn(), removeEventListener: vi.fn() };

beforeEach(() => {
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { getElementById: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('during a call no other sound begins', () => {
  const update = createPageGuard();
  update({ blocksSounds: true, guardsPage: false });
  expect(beginSound()).toBe(false);
  update({ blocksSounds: true, guardsPage: true });
  update({ blocksSounds: false, guardsPage: true });
  expect(beginSound()).toBe(true);
});

test('the browser asks before the page is left in a call, or while recordings that it could not store are sent', () => {
  const update = createPageGuard();
  update({ blocksSounds: true, guardsPage: true });
  expect(page.addEventListener).toHaveBeenLastCalledWith('beforeunload', expect.any(Function));
  unsavedDeliveries.set(2);
  update({ blocksSounds: false, guardsPage: false });
  unsavedDeliveries.set(1);
  expect(page.removeEventListener).not.toHaveBeenCalled();
  unsavedDeliveries.set(0);
  expect(page.removeEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function));
});
