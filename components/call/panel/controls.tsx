'use client';

import { Mic, MicOff, PhoneOff } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { dismissCall, endCall, noteSilence, retryCall, sampleLevels, setMuted } from '../call-control';
import { type CallState, isInRoom, isUnderWay } from '../call-machine';
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

const quiet =
  'border-line-strong hover:bg-paper-sunk flex h-11 items-center gap-2 rounded-full border px-4 font-medium disabled:opacity-50';

interface CallControlsProps {
  state: CallState;
  strings: VoiceChatStrings;
  /** The button that ends the call. */
  end: RefObject<HTMLButtonElement | null>;
}

/** The microphone badge, mute and end; once the call is over, trying again and closing. */
export function CallControls({ state, strings, end }: CallControlsProps) {
  const { phase, muted } = state;
  if (phase.name === 'ending') return null;
  const inCooldown = phase.name === 'cooldown' || phase.name === 'ended_by_agent';
  const MuteIcon = muted ? MicOff : Mic;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {isUnderWay(phase) && (
        <div className="mr-auto">
          <MicBadge strings={strings} muted={muted} />
        </div>
      )}
      {(isUnderWay(phase) || inCooldown) && (
        <button
          type="button"
          disabled={!isInRoom(phase)}
          onClick={() => setMuted(!muted)}
          className={`${quiet} max-sm:w-11 max-sm:justify-center max-sm:px-0`}
        >
          <MuteIcon aria-hidden className="size-5" />
          <span className="max-sm:sr-only">
            {muted ? strings.voice_chat_unmute : strings.voice_chat_mute}
          </span>
        </button>
      )}
      {isUnderWay(phase) ? (
        <button
          ref={end}
          type="button"
          onClick={endCall}
          className="flex h-11 items-center gap-2 rounded-full bg-failed px-4 font-semibold text-paper-raised"
        >
          <PhoneOff aria-hidden className="size-5" />
          {strings.voice_chat_end}
        </button>
      ) : (
        <>
          {!inCooldown && (
            <button type="button" onClick={retryCall} className={quiet}>
              {strings.voice_chat_retry}
            </button>
          )}
          <button type="button" onClick={dismissCall} className={quiet}>
            {strings.voice_chat_close}
          </button>
        </>
      )}
    </div>
  );
}
