'use client';

import { useEffect } from 'react';
import { fill } from '@/lib/strings';
import { paddedMinutesSeconds } from '@/lib/time';
import type { VoiceChatStrings } from '../strings';
import { useNowMs } from './use-now';

interface CooldownBannerProps {
  strings: VoiceChatStrings;
  /** When the next call is possible, milliseconds since 1970. */
  untilMs: number;
  onOver: () => void;
}

/** The red banner that counts down to the next call, every second (spec.md sections 2 and 9). */
export function CooldownBanner({ strings, untilMs, onOver }: CooldownBannerProps) {
  const leftMs = untilMs - useNowMs(1000);
  const over = leftMs <= 0;

  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);

  return (
    <p
      role="timer"
      className="rounded-xl bg-failed-paper px-3 py-2 text-center font-medium text-failed-ink tabular-nums"
    >
      {fill(strings.voice_chat_cooldown_banner, { time: paddedMinutesSeconds(Math.ceil(leftMs / 1000)) })}
    </p>
  );
}
