import { Clock } from 'lucide-react';
import type { RateLimitStrings } from './rate-limit';
import { rateLimitMessage } from './rate-limit';

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
