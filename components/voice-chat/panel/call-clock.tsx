'use client';

import { minutesSeconds } from '@/lib/time';
import type { CallState } from '../call/call-machine';
import type { VoiceChatStrings } from '../strings';
import { useNowMs } from './use-now';

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
