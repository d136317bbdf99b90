import type { SttFault, SttState } from './stt-machine';
import type { SttStrings } from './strings';

/** What to do next, for each fault. */
export function faultWords(strings: SttStrings, fault: SttFault): string {
  const words: Record<SttFault, string> = {
    microphone: strings.stt_fault_microphone,
    not_audio: strings.stt_fault_not_audio,
    too_long: strings.stt_fault_too_long,
    busy: strings.stt_fault_busy,
    service: strings.stt_fault_service,
    not_set_up: strings.stt_not_set_up,
    offline: strings.stt_fault_offline,
  };
  return words[fault];
}

/** The status line (spec.md section 4). */
export function statusWords(strings: SttStrings, { status }: SttState): string {
  return strings[`status_${status}`];
}

/** What stands in the result box: the text, a message in its place, or nothing yet. */
export function resultWords(strings: SttStrings, state: SttState): string | null {
  if (state.status === 'complete') return state.text === '' ? strings.stt_no_speech_detected : state.text;
  if (state.status === 'error') return `${strings.stt_error_message} ${faultWords(strings, state.fault)}`;
  return null;
}
