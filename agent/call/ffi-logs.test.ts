import { createRequire } from 'node:module';
import { expect, it, vi } from 'vitest';

type Initialize = (onEvent: unknown, captureLogs: boolean, version: string) => void;

/** Resolved like rtc-node does: an update that moves it must fail here instead of slowing every call. */
const native: { livekitInitialize: Initialize } = createRequire(import.meta.resolve('@livekit/rtc-node'))(
  '@livekit/rtc-ffi-bindings/native.js',
);

it('the real package starts its native half without logs, and an unknown native half is left unchanged', async () => {
  const initialize = vi.spyOn(native, 'livekitInitialize');
  const { disableFfiLogForwarding } = await import('./ffi-logs.ts');
  const { AudioSource } = await import('@livekit/rtc-node');
  await new AudioSource(48_000, 1).close();
  const [initializeArgs] = initialize.mock.calls;
  expect(initializeArgs).toEqual([expect.any(Function), false, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  const other = {};
  disableFfiLogForwarding(other);
  expect(other).toEqual({});
});
