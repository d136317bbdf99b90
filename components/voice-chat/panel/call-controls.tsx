'use client';

import type { RefObject } from 'react';
import { Mic, MicOff, PhoneOff } from 'lucide-react';
import { dismissCall, endCall, retryCall, setMuted } from '../call/call-control';
import { isInRoom, isUnderWay, type CallState } from '../call/call-machine';
import { MicBadge } from './mic-badge';
import type { VoiceChatStrings } from '../strings';

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
