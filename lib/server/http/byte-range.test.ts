import { expect, test } from 'vitest';
import { matchesEtag, requestedRange, unsatisfiable } from './byte-range.ts';

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['BYTES=1-2', { start: 1, end: 2 }],
  ['bytes=100-', unsatisfiable],
  ['bytes=100-200', unsatisfiable],
  ['bytes=-0', unsatisfiable],
  ['bytes=99999999999999999999-', unsatisfiable],
])('%s of 100 bytes', (header, range) => {
  expect(requestedRange(header, 100)).toEqual(range);
});

test.each([
  null,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=0-1,5-6',
  'items=0-1',
  'bytes=0-1-2',
])('%s asks for the whole file', (header) => {
  expect(requestedRange(header, 100)).toBeUndefined();
});

test('an etag is found in a list, weak or strong, and by a star', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '*']) expect(matchesEtag(header, '"a"')).toBe(true);
  for (const header of [null, '', '"b"', 'a']) expect(matchesEtag(header, '"a"')).toBe(false);
});
