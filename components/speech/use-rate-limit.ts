'use client';

import { useSyncExternalStore } from 'react';
import type { Demo } from './rate-limit';
import { onRateLimit, rateLimitLeftS } from './rate-limit';

/** Whole seconds until the demo can be used again, counting down; 0 when it can. */
export function useRateLimit(demo: Demo): number {
  return useSyncExternalStore(
    onRateLimit,
    () => rateLimitLeftS(demo, document.cookie, Date.now()),
    () => 0,
  );
}
