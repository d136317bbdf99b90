import { describe, expect, test } from 'vitest';
import { microphoneFault } from './microphone';

describe('a microphone that cannot be opened', () => {
  test.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    // A page without mediaDevices, like Node.
    ['TypeError', 'unsupported'],
  ])('%s is reported as %s', (name, fault) => {
    expect(microphoneFault(new DOMException('no', name))).toBe(fault);
  });
});
