'use client';

import { Clock } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import {
  type Demo,
  type RateLimitStrings,
  onRateLimit,
  rateLimitLeftS,
  rateLimitMessage,
} from './rate-limit';

/** Whole seconds until the demo can be used again, counting down; 0 when it can. */
export function useRateLimit(demo: Demo): number {
  return useSyncExternalStore(
    onRateLimit,
    () => rateLimitLeftS(demo, document.cookie, Date.now()),
    () => 0,
  );
}

/** Tells how long a demo rests; a timer, which screen readers read when they come to it and not each second. */
export function RateLimitNotice({ strings, leftS }: { strings: RateLimitStrings; leftS: number }) {
  return (
    <p
      role="timer"
      className="flex grow items-start gap-2.5 rounded-xl bg-pending-paper px-4 py-3 text-sm text-pending-ink tabular-nums"
    >
      <Clock aria-hidden className="size-5 shrink-0" />
      <span>{rateLimitMessage(strings, leftS)}</span>
    </p>
  );
}
