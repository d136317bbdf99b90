import { describe, expect, it } from 'vitest';
import { disableFfiLogForwarding } from './ffi-logs.ts';

describe('the logs of the native half', () => {
  it('are not asked for, everything else is as it was', () => {
    const calls: unknown[][] = [];
    const native = { livekitInitialize: (...given: unknown[]) => void calls.push(given) };
    disableFfiLogForwarding(native);
    const onEvent = () => {};
    native.livekitInitialize(onEvent, true, '1.2.3');
    expect(calls).toEqual([[onEvent, false, '1.2.3']]);
  });

  it('a native half of another shape is left alone', () => {
    const native = {};
    disableFfiLogForwarding(native);
    expect(native).toEqual({});
  });
});
