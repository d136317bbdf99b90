'use client';

import { useNowMs } from '@/components/voice-chat/panel/use-now';
import { maxRecordingS } from '@/lib/recording-limits';
import { paddedMinutesSeconds } from '@/lib/time';
import type { SttStrings } from './strings';
import type { SttState, SttStatus } from './stt-machine';
import { statusWords } from './stt-words';

const dotOf: Record<SttStatus, string> = {
  idle: 'bg-unknown',
  connecting: 'bg-pending animate-pulse',
  listening: 'bg-turquoise animate-pulse',
  processing: 'bg-processing animate-pulse',
  complete: 'bg-completed',
  error: 'bg-failed',
  mic_denied: 'bg-failed',
};

/** What the demo is doing, and while it records, for how long: mm:ss / 02:00 (spec.md section 2). */
export function SttStatusLine({ strings, state }: { strings: SttStrings; state: SttState }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <p role="status" className="flex items-baseline gap-3">
        <span
          aria-hidden
          className={`size-2.5 shrink-0 rounded-full border border-transparent ${dotOf[state.status]}`}
        />
        {statusWords(strings, state)}
      </p>
      {state.status === 'listening' && <RecordingTime strings={strings} startedAtMs={state.startedAtMs} />}
    </div>
  );
}

function RecordingTime({ strings, startedAtMs }: { strings: SttStrings; startedAtMs: number }) {
  const elapsedS = Math.min(maxRecordingS, (useNowMs(250) - startedAtMs) / 1000);
  return (
    <p role="timer" aria-label={strings.stt_time} className="font-semibold whitespace-nowrap tabular-nums">
      {paddedMinutesSeconds(elapsedS)}{' '}
      <span className="font-normal text-ink-soft">/ {paddedMinutesSeconds(maxRecordingS)}</span>
    </p>
  );
}
