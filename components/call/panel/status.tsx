'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { useNowMs } from '@/components/ui/use-now';
import { fill } from '@/lib/i18n/strings';
import { minutesSeconds, paddedMinutesSeconds } from '@/lib/time';
import { sampleLevels } from '../call';
import { type Caption, captions, lastOfEach } from '../captions';
import type { CallView } from '../chart/view';
import type { CallPanelStrings } from '../strings';

/** Shows how long the call has lasted and that it is recorded. */
export function CallClock({ view, strings }: { view: CallView; strings: CallPanelStrings }) {
  const { isRecording, startedAtMs } = view;
  const nowMs = useNowMs(1000);
  if (!isRecording || startedAtMs === null) return null;
  return (
    <p className="flex items-center gap-2 text-sm whitespace-nowrap tabular-nums">
      <span className="flex items-center gap-1.5 rounded-full bg-failed-paper px-2 py-0.5 text-xs font-medium text-failed-ink">
        <span aria-hidden className="size-2 rounded-full bg-failed" />
        {strings.voice_chat_recording}
      </span>
      <span role="timer">{minutesSeconds((nowMs - startedAtMs) / 1000)}</span>
    </p>
  );
}

const noCaptions: readonly Caption[] = [];

/** The last words of each side in order, at a constant height. Only a visitor who does not hear the agent gets a live region. */
export function CaptionLines({ view, strings }: { view: CallView; strings: CallPanelStrings }) {
  const storedCaptions = useSyncExternalStore(captions.subscribe, captions.get, captions.get);
  // Before the room is entered, the store still has the captions of the last call.
  const visibleCaptions = view.startedAtMs === null ? noCaptions : storedCaptions;
  const isGrowing = (caption: Caption) =>
    view.turn === 'speaking' && caption === visibleCaptions.findLast(({ speaker }) => speaker === 'agent');
  return (
    <section
      aria-label={strings.voice_chat_captions}
      className="grid h-30 min-w-0 text-center text-lg leading-7 contain-strict"
    >
      {visibleCaptions.length === 0 && (
        <Equalizer className="h-16 w-auto self-center justify-self-center text-turquoise" />
      )}
      {(view.isTyping || view.isSoundBlocked) && (
        <div role="log" className="sr-only">
          {visibleCaptions
            .filter((caption) => caption.speaker === 'agent' && !isGrowing(caption))
            .map(({ segment, text }) => (
              <p key={segment}>{text}</p>
            ))}
        </div>
      )}
      <div className="flex min-h-0 flex-col justify-center gap-1">
        {lastOfEach(visibleCaptions).map(({ speaker, text, isInterim }) => (
          // Aligned to the end: the newest words are the visible ones.
          <div
            key={speaker}
            className={`flex flex-col justify-end overflow-hidden ${speaker === 'agent' ? 'max-h-21 text-balance' : 'max-h-7 shrink-0'}`}
          >
            <p className={isInterim ? 'text-ink-soft italic' : undefined}>
              {speaker === 'visitor' && (
                <span className="font-medium text-ink-soft">{strings.voice_chat_you} </span>
              )}
              {text}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}

const sampleEveryMs = 500;

/** Fills the background of the microphone's icon as high as the visitor is loud. */
export function MicLevel({ strings, muted }: { strings: CallPanelStrings; muted: boolean }) {
  const [level, setLevel] = useState(0);

  useEffect(() => {
    const timer = setInterval(() => setLevel(sampleLevels().visitor), sampleEveryMs);
    return () => clearInterval(timer);
  }, []);

  const percent = Math.round(level * 100);
  return (
    <>
      <meter aria-label={strings.voice_chat_level} min={0} max={100} value={percent} className="sr-only">
        {percent}%
      </meter>
      <span
        aria-hidden
        style={{ transform: `translateY(${muted ? 100 : 100 - percent}%)` }}
        className="pointer-events-none absolute inset-0 bg-saffron/55 transition-transform forced-color-adjust-none forced-colors:bg-[Highlight]"
      />
    </>
  );
}

interface CountdownProps {
  strings: CallPanelStrings;
  /** When the next call is possible, milliseconds since 1970. */
  untilMs: number;
  look: string;
}

/** Counts down to the next call, every second. */
export function Countdown({ strings, untilMs, look }: CountdownProps) {
  const remainingMs = Math.max(0, untilMs - useNowMs(1000));
  return (
    <p role="timer" className={`tabular-nums ${look}`}>
      {fill(strings.voice_chat_cooldown_banner, {
        time: paddedMinutesSeconds(Math.ceil(remainingMs / 1000)),
      })}
    </p>
  );
}
