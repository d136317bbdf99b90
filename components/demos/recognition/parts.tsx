'use client';

import { Mic, Square, Upload } from 'lucide-react';
import type { ChangeEvent, ReactNode } from 'react';
import { pressColour } from '@/components/ui/press-look';
import { useNowMs } from '@/components/ui/use-now';
import type { Language } from '@/lib/i18n/language';
import { maxRecordingS } from '@/lib/contracts/limits';
import { paddedMinutesSeconds } from '@/lib/time';
import type { SttStrings } from '../strings';
import { refusalMessage } from '../rate-limit';
import { type SttFailure, type SttFault, type SttState, type SttStatus, isBusy } from './stt-machine';

/** Describes a fault and its remedy. */
function faultWords(strings: SttStrings, language: Language, { fault, untilMs }: SttFailure): string {
  if (fault === 'busy') return refusalMessage(strings, language, untilMs);
  const words: Record<Exclude<SttFault, 'busy'>, string> = {
    microphone: strings.stt_fault_microphone,
    cannot_record: strings.stt_fault_cannot_record,
    not_audio: strings.stt_fault_not_audio,
    too_long: strings.stt_fault_too_long,
    service: strings.stt_fault_service,
    not_set_up: strings.stt_not_set_up,
    offline: strings.stt_fault_offline,
  };
  return words[fault];
}

function statusWords(strings: SttStrings, { status }: SttState): string {
  return strings[`status_${status}`];
}

/** Content of the result box: the text, a message in its place, or nothing yet. */
export function resultWords(strings: SttStrings, language: Language, state: SttState): string | null {
  if (state.status === 'complete') return state.text === '' ? strings.stt_no_speech_detected : state.text;
  if (state.status === 'error') return `${strings.stt_error_message} ${faultWords(strings, language, state)}`;
  return null;
}

const dotOf: Record<SttStatus, string> = {
  idle: 'bg-unknown',
  connecting: 'bg-pending animate-pulse',
  listening: 'bg-turquoise animate-pulse',
  processing: 'bg-processing animate-pulse',
  complete: 'bg-completed',
  error: 'bg-failed',
  mic_denied: 'bg-failed',
};

/** The status line; during a recording it shows the time: mm:ss / 02:00. */
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

interface SttControlsProps {
  strings: SttStrings;
  state: SttState;
  /** True if a recording or a file may start. */
  canStart: boolean;
  /** Why nothing can start for a while; replaces the file button. */
  notice: ReactNode;
  onStart: () => void;
  onStop: () => void;
  onFile: (file: File) => void;
}

const startLook = `${pressColour} shadow-press aria-disabled:bg-saffron`;
const stopLook = 'bg-ink text-paper';

/** The start button, which becomes stop and keeps the focus, and the file button. */
export function SttControls({ strings, state, canStart, notice, onStart, onStop, onFile }: SttControlsProps) {
  // A visitor may overlook the permission prompt, so the button also cancels `connecting`.
  const canStop = state.status === 'listening' || state.status === 'connecting';
  const isDimmed = isBusy(state) || notice !== null;
  const Icon = canStop ? Square : Mic;

  function handlePress() {
    if (canStop) onStop();
    else if (canStart) onStart();
  }

  function handlePick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // Resets the field, so that the same file can be chosen again.
    currentTarget.value = '';
    if (file) onFile(file);
  }

  return (
    <div className="flex min-h-46 flex-col gap-3 sm:min-h-22">
      <div className="flex flex-wrap gap-3 sm:flex-nowrap">
        <button
          type="button"
          // Not `disabled`: the button would lose the focus between start and stop.
          aria-disabled={!canStart && !canStop}
          onClick={handlePress}
          className={`flex min-h-14 grow items-center justify-center gap-3 self-start rounded-full px-7 text-lg font-semibold whitespace-nowrap transition-colors sm:grow-0 ${canStop ? stopLook : startLook} ${isDimmed && !canStop ? 'opacity-50' : ''}`}
        >
          <Icon aria-hidden className={canStop ? 'size-5 fill-current' : 'size-6'} />
          {canStop ? strings.stt_stop : strings.stt_start}
        </button>
        {notice ?? (
          <label
            className={`flex min-h-14 grow items-center justify-center gap-2.5 rounded-full border border-line-strong px-6 font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-cobalt sm:grow-0 ${canStart ? 'cursor-pointer hover:bg-paper-sunk' : ''} ${isDimmed ? 'opacity-50' : ''}`}
          >
            <Upload aria-hidden className="size-5" />
            {strings.stt_file}
            <input
              type="file"
              accept="audio/*,.webm,.ogg,.oga,.opus,.m4a,.mp4,.wav,.mp3"
              disabled={!canStart}
              onChange={handlePick}
              className="sr-only"
            />
          </label>
        )}
      </div>
      {notice === null && (
        <p className="text-sm text-ink-soft">
          <span className="touch:hidden">{strings.stt_file_drop} </span>
          {strings.stt_file_hint}
        </p>
      )}
    </div>
  );
}
