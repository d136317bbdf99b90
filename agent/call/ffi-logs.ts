import { createRequire } from 'node:module';

/** The part of rtc-node's native interface that is used here. */
interface NativeHalf {
  livekitInitialize?: (onEvent: unknown, captureLogs: boolean, version: string) => void;
}

/**
 * Stops rtc-node's native half from passing debug lines to JavaScript: they took most of the time of ten simultaneous calls. No
 * setting does this.
 */
export function disableFfiLogForwarding(native: NativeHalf): void {
  const initialize = native.livekitInitialize;
  if (initialize === undefined) return;
  native.livekitInitialize = (onEvent, _captureLogs, version) => initialize(onEvent, false, version);
}

/** The native half, as rtc-node itself loads it later. */
function nativeHalf(): NativeHalf {
  const require = createRequire(import.meta.resolve('@livekit/rtc-node'));
  try {
    const native: NativeHalf = require('@livekit/rtc-ffi-bindings/native.js');
    return native;
  } catch {
    return {};
  }
}

// Otherwise both halves of rtc-node write debug lines to the terminal.
Object.assign(process.env, {
  NODE_ENV: process.env.NODE_ENV ?? 'production',
  RUST_LOG: process.env.RUST_LOG ?? 'off',
});
disableFfiLogForwarding(nativeHalf());
