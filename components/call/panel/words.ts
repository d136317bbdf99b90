import type { Language } from '@/lib/i18n/language';
import { fill } from '@/lib/i18n/strings';
import { formatPhone } from '@/lib/phone';
import { clockFrom, shortDayAndTime } from '@/lib/time';
import type { CallFailure, MicrophoneFault } from '../chart/events';
import type { CallView } from '../chart/view';
import type { CallReceipt } from '../receipt';
import type { CallPanelStrings } from '../strings';

/** The dot's colour: waiting is yellow, live green, over grey. */
export type Tone = 'waiting' | 'live' | 'over';

export interface PanelWords {
  tone: Tone;
  status: string;
  /** The words under the status: a fault and its remedy, or what comes next. */
  detail: string | null;
}

/** The panel's texts about the call. Times are in the visitor's own zone. */
export function panelWords(view: CallView, strings: CallPanelStrings, language: Language): PanelWords {
  const words = (tone: Tone, status: string, detail: string | null = null): PanelWords => ({
    tone,
    status,
    detail,
  });
  switch (view.screen) {
    case 'checking_microphone':
      return words(
        'waiting',
        strings.voice_chat_mic_checking,
        view.isPromptOverlooked ? strings.voice_chat_mic_allow : null,
      );
    case 'microphone_failed':
      return view.microphoneFault === 'denied'
        ? words('over', strings.voice_chat_mic_permission_needed, deniedWords(strings))
        : words('over', strings.voice_chat_mic_unavailable, faultWords(view.microphoneFault, strings));
    case 'connecting':
      return words('waiting', strings.voice_chat_connecting);
    case 'waiting_for_agent':
      return words('live', strings.voice_chat_connected);
    case 'in_call':
      return words('live', strings.voice_chat_agent_connected);
    case 'reconnecting':
      return words('waiting', strings.voice_chat_reconnecting);
    case 'ending':
      return words('waiting', strings.voice_chat_ending);
    case 'ended':
      return words('over', endedWords(view, strings), retryWords(view, strings));
    case 'cooldown': {
      const time = clockFrom(view.cooldownEndsMs ?? 0, language);
      return words('over', fill(strings.voice_chat_cooldown_wait, { time }));
    }
    case 'other_tab':
      return words('over', strings.voice_chat_failed_other_tab, strings.voice_chat_other_tab);
    case 'resume_offered':
      return words('over', strings.voice_chat_failed_broken_off, strings.voice_chat_broken_off);
    case 'failed':
      return view.failure
        ? words('over', failureTitle(view.failure, strings), failureWords(view.failure, strings, language))
        : words('over', strings.voice_chat_connection_error);
    case 'closed':
      return words('over', '');
  }
}

function endedWords({ outcome, closedBy, isTyping }: CallView, strings: CallPanelStrings): string {
  if (closedBy === 'operator') return strings.voice_chat_ended_by_office;
  if (outcome === 'unheard') return isTyping ? strings.voice_chat_unwritten : strings.voice_chat_unheard;
  return outcome === 'unanswered' ? strings.voice_chat_failed_agent_missing : strings.voice_chat_call_ended;
}

function retryWords({ canRetry, outcome, isTyping }: CallView, strings: CallPanelStrings): string | null {
  if (!canRetry) return null;
  if (outcome === 'unanswered') return strings.voice_chat_agent_missing;
  return isTyping ? strings.voice_chat_unheard_typed : strings.voice_chat_unheard_hint;
}

const calmFailures: CallFailure['kind'][] = ['lines_busy', 'terms_outdated', 'number_cooldown'];

/** True if the words under the status describe a fault; other words describe what comes next. */
export function isFault({ screen, failure }: CallView): boolean {
  if (screen === 'failed') return failure !== null && !calmFailures.includes(failure.kind);
  return !['checking_microphone', 'ended', 'other_tab', 'resume_offered'].includes(screen);
}

/** The words for what the agent does and whose turn it is. */
export function agentWords(
  { screen, turn, isTyping }: CallView,
  strings: CallPanelStrings,
): string | undefined {
  if (screen !== 'in_call' || turn === null) return undefined;
  return isTyping && turn === 'your_turn'
    ? strings.voice_chat_agent_waiting
    : strings[`voice_chat_agent_${turn}`];
}

/** A warning during the call; null if all is well. */
export function callWarning(view: CallView, strings: CallPanelStrings): string | null {
  if (!view.isInRoom) return null;
  if (view.microphoneLost === 'denied') return deniedWords(strings);
  if (view.microphoneLost) return strings.voice_chat_mic_lost;
  if (view.isMuted) return strings.voice_chat_muted;
  return view.isMicrophoneSilent ? strings.voice_chat_mic_silent : null;
}

function deniedWords(strings: CallPanelStrings): string {
  return `${strings.voice_chat_mic_denied_error}. ${strings.voice_chat_mic_denied_hint}`;
}

function faultWords(fault: Exclude<MicrophoneFault, 'denied'> | null, strings: CallPanelStrings): string {
  return fill(strings.voice_chat_mic_setup_failed, {
    message: strings[`voice_chat_mic_${fault ?? 'other'}`],
  });
}

/** In the specification (section 8) a failed token and a failed connection have one title. */
function failureTitle({ kind }: CallFailure, strings: CallPanelStrings): string {
  if (kind === 'token' || kind === 'connection') return strings.voice_chat_connection_error;
  return strings[`voice_chat_failed_${kind}`];
}

function failureWords(failure: CallFailure, strings: CallPanelStrings, language: Language): string {
  switch (failure.kind) {
    case 'token':
      return fill(strings.voice_chat_token_error, { status: failure.status });
    case 'rate_limited':
      return fill(strings.voice_chat_rate_limited, { time: clockFrom(failure.untilMs, language) });
    case 'number_cooldown':
      return fill(strings.voice_chat_number_cooldown, { time: clockFrom(failure.untilMs, language) });
    case 'connection':
      return strings.voice_chat_connection;
    case 'unsupported':
      return strings.voice_chat_unsupported;
    case 'terms_outdated':
      return strings.voice_chat_terms_outdated;
    case 'lines_busy':
      return strings.voice_chat_lines_busy;
    case 'unavailable':
      return strings.voice_chat_unavailable;
    case 'agent_missing':
      return strings.voice_chat_agent_missing;
    case 'agent_left':
      return strings.voice_chat_agent_left;
    case 'lost':
      return strings.voice_chat_lost;
  }
}

/**
 * When and by whom the visitor is called back: as agreed in the call, else the owner's general promise.
 * @param promise a whole sentence of the owner
 */
export function callBackWords(
  { phone, callBack }: Pick<CallReceipt, 'phone' | 'callBack'>,
  strings: CallPanelStrings,
  language: Language,
  promise: string | undefined,
): string {
  const number = formatPhone(phone).replaceAll(' ', '\u00a0');
  if (callBack === undefined)
    return [fill(strings.voice_chat_call_back, { phone: number }), promise].filter(Boolean).join(' ');
  const when = callBack.at === undefined ? callBack.when : shortDayAndTime(callBack.at, language);
  return fill(strings.voice_chat_call_back_at, { phone: number, when });
}
