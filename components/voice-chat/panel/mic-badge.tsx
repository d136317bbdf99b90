'use client';

import { useEffect, useState } from 'react';
import { Mic, MicOff } from 'lucide-react';
import { noteSilence, sampleLevels } from '../call/call-control';
import type { VoiceChatStrings } from '../strings';

/** Spec.md section 9. */
const sampleEveryMs = 500;
/** A voice, or a room with somebody in it. */
const heardLevel = 0.08;
const silentForMs = 10_000;

/** How loud the microphone is, so that the visitor sees whether it hears them. */
export function MicBadge({ strings, muted }: { strings: VoiceChatStrings; muted: boolean }) {
  const [percent, setPercent] = useState(0);

  useEffect(() => {
    let silentMs = 0;
    const timer = setInterval(() => {
      const { visitor } = sampleLevels();
      setPercent(Math.round(visitor * 100));
      silentMs = visitor > heardLevel || muted ? 0 : silentMs + sampleEveryMs;
      noteSilence(silentMs >= silentForMs);
    }, sampleEveryMs);
    return () => clearInterval(timer);
  }, [muted]);

  const Icon = muted ? MicOff : Mic;
  return (
    <p className="flex h-9 items-center gap-1.5 rounded-full border border-line px-3 text-sm text-ink-soft tabular-nums">
      <Icon aria-hidden className="size-4" />
      <meter aria-label={strings.voice_chat_level} min={0} max={100} value={percent} className="sr-only" />
      <span aria-hidden className="min-w-9 text-right">
        {percent}%
      </span>
    </p>
  );
}
