import { expect, test } from 'vitest';
import type { ComparisonRow } from '@/lib/contracts/evaluation';
import { changeOf } from './comparison-change';

const side = (passed: number, failures = 0, finished = 3): ComparisonRow['draft'] => ({
  finished,
  passed,
  failed: failures === 0 ? [] : [{ name: 'phone', times: failures }],
});

test.each([
  ['more passed conversations', 'better', side(1, 2), side(3)],
  ['fewer passed conversations', 'worse', side(3), side(2, 1)],
  ['as many passed conversations', 'same', side(3), side(3)],
  ['as many passed conversations, and fewer failed checks', 'better', side(1, 4), side(1, 2)],
  ['as many passed conversations, and more failed checks', 'worse', side(1, 2), side(1, 4)],
  ['the same share, in a comparison that was cut short', 'same', side(2, 0, 2), side(1, 0, 1)],
  ['no finished conversation yet', 'open', side(3), side(0, 0, 0)],
] as const)('a draft with %s is %s', (_, change, published, draft) => {
  expect(changeOf({ manner: 'corrects', published, draft })).toBe(change);
});
