'use client';

import { Clock } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cookieValue, saveCookie } from '@/components/ui/cookies';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';
import { type StringsOf, fill } from '@/lib/i18n/strings';
import { clockFrom, minuteMs } from '@/lib/time';

/** How long a success blocks a demo. */
const rateLimitMs = 30 * 60 * 1000;

type Demo = 'tts' | 'stt';

/** Each demo has its own cookie: when the demo can be used again, in milliseconds since 1970. */
const cookieNames: Record<Demo, string> = {
  tts: 'ovoz_tts_limit',
  stt: 'ovoz_stt_limit',
};

type RateLimitStrings = StringsOf<'rate_limit_' | 'alert_rate_limit'>;

/** When a limit began last, milliseconds since 1970. */
const limitBeganAtMs = createStore(0);

/** Starts the 30 minutes after a success. */
export function startRateLimit(demo: Demo, nowMs = Date.now()): void {
  saveCookie(cookieNames[demo], nowMs + rateLimitMs, rateLimitMs / 1000);
  limitBeganAtMs.set(nowMs);
}

/** Whole seconds until the demo can be used again, by the cookies of a document; 0 when it can. */
export function rateLimitLeftS(demo: Demo, cookies: string, nowMs: number): number {
  const remainingMs = Number(cookieValue(cookies, cookieNames[demo])) - nowMs;
  // A cookie from a wrong clock, or a forged one, must not block the demo for ever.
  return remainingMs > 0 && remainingMs <= rateLimitMs ? Math.ceil(remainingMs / 1000) : 0;
}

/** The wait label, the remaining minutes and seconds, and the rate-limit alert text. */
export function rateLimitMessage(strings: RateLimitStrings, leftS: number): string {
  const time = fill(strings.rate_limit_time, { minutes: Math.floor(leftS / 60), seconds: leftS % 60 });
  return `${strings.rate_limit_wait} ${time}. ${strings.alert_rate_limit}`;
}

/** Says when the server accepts requests again, by default in a minute. Every later day is called tomorrow. */
export function refusalMessage(strings: RateLimitStrings, language: Language, untilMs?: number): string {
  const nowMs = Date.now();
  const fromMs = untilMs ?? nowMs + minuteMs;
  const isToday = new Date(fromMs).getDate() === new Date(nowMs).getDate();
  const words = isToday ? strings.rate_limit_from : strings.rate_limit_tomorrow;
  return fill(words, { time: clockFrom(fromMs, language) });
}

/** Whole seconds until the demo can be used again, counting down; 0 when it can. */
export function useRateLimit(demo: Demo): number {
  return useSyncExternalStore(
    subscribe,
    () => rateLimitLeftS(demo, document.cookie, Date.now()),
    () => 0,
  );
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = limitBeganAtMs.subscribe(listener);
  const timer = setInterval(listener, 1000);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** The time until the demo can be used again: a timer that screen readers read on demand, not every second. */
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
