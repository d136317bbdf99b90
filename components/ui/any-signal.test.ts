import { expect, test } from 'vitest';
import { anySignal } from './any-signal';

test('whichever aborts first gives its reason', () => {
  const [visitor, late] = [new AbortController(), new AbortController()];
  const either = anySignal(visitor.signal, late.signal);
  expect(either.aborted).toBe(false);
  late.abort('late');
  visitor.abort('left');
  expect(either.reason).toBe('late');
  expect(anySignal(visitor.signal, late.signal).reason).toBe('left');
});
