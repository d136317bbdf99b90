'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNowMs } from '@/components/ui/use-now';
import { fill } from '@/lib/i18n/strings';
import { minutesSeconds, paddedMinutesSeconds } from '@/lib/time';
import { callView, sampleLevels } from '../call';
import type { CallState } from '../call-machine';
import type { Caption } from '../captions';
import type { VoiceChatStrings } from '../strings';

/** How long the call has lasted, and that it is recorded. */
export function CallClock({ state, strings }: { state: CallState; strings: VoiceChatStrings }) {
  const { recording, startedAtMs } = state;
  const nowMs = useNowMs(1000);
  if (!recording || startedAtMs === null) return null;
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

const shownCaptions = () => callView.get().captions;

/**
 * The last words of each side, as they come, in places that never change their height. No live region for who hears the agent:
 * two voices at once are none.
 */
export function CaptionLines({ state, strings }: { state: CallState; strings: VoiceChatStrings }) {
  const captions = useSyncExternalStore(callView.subscribe, shownCaptions, shownCaptions);
  const last = (speaker: Caption['speaker']) => captions.findLast((caption) => caption.speaker === speaker);
  const visitor = last('visitor');
  return (
    <section aria-label={strings.voice_chat_captions} className="grid min-w-0 flex-1 gap-1 leading-6">
      {(state.typing || state.soundBlocked) && (
        <div role="log" className="sr-only">
          {captions
            .filter((one) => one.speaker === 'agent' && (state.agent !== 'speaking' || one !== last('agent')))
            .map(({ segment, text }) => (
              <p key={segment}>{text}</p>
            ))}
        </div>
      )}
      {/* Written from the bottom, so that the newest words are the ones that are seen. */}
      <div className="flex h-18 flex-col justify-end text-pretty contain-strict">
        <p>{last('agent')?.text}</p>
      </div>
      <div className="flex h-6 flex-col justify-end contain-strict">
        <p className={visitor?.interim ? 'text-ink-soft italic' : undefined}>
          {visitor && <span className="font-medium text-ink-soft">{strings.voice_chat_you} </span>}
          {visitor?.text}
        </p>
      </div>
    </section>
  );
}

const sampleEveryMs = 500;
/** The bar that is lit at each level of the microphone, 0 to 1. */
const barLevels = [0.08, 0.3, 0.5, 0.7, 0.88];

/** How loud the microphone is, so that the visitor sees whether it hears them. */
export function MicLevel({ strings, muted }: { strings: VoiceChatStrings; muted: boolean }) {
  const [level, setLevel] = useState(0);

  useEffect(() => {
    const timer = setInterval(() => setLevel(sampleLevels().visitor), sampleEveryMs);
    return () => clearInterval(timer);
  }, []);

  const percent = Math.round(level * 100);
  return (
    <div className="flex h-5 items-end justify-center gap-1">
      <meter aria-label={strings.voice_chat_level} min={0} max={100} value={percent} className="sr-only">
        {percent}%
      </meter>
      {barLevels.map((from, bar) => (
        <span
          key={from}
          aria-hidden
          style={{ height: `${40 + bar * 15}%` }}
          className={`w-1.5 rounded-full forced-color-adjust-none ${!muted && level >= from ? 'bg-saffron-deep forced-colors:bg-[Highlight]' : 'bg-line-strong forced-colors:bg-[CanvasText]'}`}
        />
      ))}
    </div>
  );
}

interface CountdownProps {
  strings: VoiceChatStrings;
  /** When the next call is possible, milliseconds since 1970. */
  untilMs: number;
  onOver: () => void;
  look: string;
}

/** Counts down to the next call, every second. */
export function Countdown({ strings, untilMs, onOver, look }: CountdownProps) {
  const leftMs = untilMs - useNowMs(1000);
  const over = leftMs <= 0;

  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);

  return (
    <p role="timer" className={`tabular-nums ${look}`}>
      {fill(strings.voice_chat_cooldown_banner, { time: paddedMinutesSeconds(Math.ceil(leftMs / 1000)) })}
    </p>
  );
}
