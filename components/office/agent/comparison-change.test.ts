import { expect, test } from 'vitest';
import type { ComparisonRow } from '@/lib/contracts/evaluation';
import { changeOf } from './comparison-change';

const side = (passed: number, failures = 0, finished = 3): ComparisonRow['draft'] => ({
  finished,
  passed,
  failed: failures === 0 ? [] : [{ name: 'phone', times: failures }],
});

test.each([
  ['more conversations passed', side(1, 2), side(3), 'better'],
  ['fewer', side(3), side(2, 1), 'worse'],
  ['as many', side(3), side(3), 'same'],
  ['as many, with fewer failed checks', side(1, 4), side(1, 2), 'better'],
  ['as many, with more failed checks', side(1, 2), side(1, 4), 'worse'],
  ['the same share, of a comparison that was cut short', side(2, 0, 2), side(1, 0, 1), 'same'],
  ['nothing finished with one of them yet', side(3), side(0, 0, 0), 'open'],
] as const)('%s', (_, published, draft, change) => {
  expect(changeOf({ manner: 'corrects', published, draft })).toBe(change);
});
