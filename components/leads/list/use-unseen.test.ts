import { expect, test } from 'vitest';
import { browserStorage } from '@/components/ui/browser-storage';
import { storeNewest } from './use-unseen';

test('a tab with old leads that is closed later does not make seen leads new again', () => {
  const lead = (count: number) => ({ _id: `0193f9c0-0000-7000-8000-00000000000${count}` });
  storeNewest([lead(3), lead(2)]);
  storeNewest([lead(1)]);
  storeNewest([]);
  expect(browserStorage.getItem('ovoz_leads_last_seen')).toBe(lead(3)._id);
});
