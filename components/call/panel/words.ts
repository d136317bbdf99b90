import type { Language } from '@/lib/i18n/language';
import { fill } from '@/lib/i18n/strings';
import { clockFrom } from '@/lib/time';
import {
  type AgentActivity,
  type CallState,
  type Failure,
  type MicFault,
  type Outcome,
  isInRoom,
  retryableOutcome,
} from '../call-machine';
import type { VoiceChatStrings } from '../strings';

/** Waiting is yellow, live green, over grey: the dot's colours. */
export type Tone = 'waiting' | 'live' | 'over';

export interface PanelWords {
  tone: Tone;
  status: string;
  /** The fault and its remedy. */
  error: string | null;
}

/** The panel's texts about the call. Times are shown in the visitor's own zone. */
export function panelWords(state: CallState, strings: VoiceChatStrings, language: Language): PanelWords {
  const { phase } = state;
  const say = (tone: Tone, status: string, error: string | null = null): PanelWords => ({
    tone,
    status,
    error,
  });
  switch (phase.name) {
    case 'checking_mic':
      return say(
        'waiting',
        strings.voice_chat_mic_checking,
        phase.overlooked ? strings.voice_chat_mic_allow : null,
      );
    case 'denied':
      return say('over', strings.voice_chat_mic_permission_needed, deniedWords(strings));
    case 'mic_failed':
      return say('over', strings.voice_chat_mic_unavailable, micFaultWords(phase.fault, strings));
    case 'connecting':
      return say('waiting', strings.voice_chat_connecting);
    case 'connected':
      return say('live', strings.voice_chat_connected);
    case 'agent_connected':
      return say('live', strings.voice_chat_agent_connected);
    case 'reconnecting':
      return say('waiting', strings.voice_chat_reconnecting);
    case 'ending':
      return say('waiting', strings.voice_chat_ending);
    case 'ended':
      return say(
        'over',
        endedWords(retryableOutcome(state) ?? phase.outcome, state, strings),
        retryWords(state, strings),
      );
    case 'cooldown':
      return say(
        'over',
        fill(strings.voice_chat_cooldown_wait, { time: clockFrom(phase.untilMs, language) }),
      );
    case 'failed':
      return say(
        'over',
        failureTitle(phase.failure, strings),
        failureWords(phase.failure, strings, language),
      );
    case 'closed':
      return say('over', '');
  }
}

function endedWords(outcome: Outcome | undefined, { typing }: CallState, strings: VoiceChatStrings): string {
  if (outcome === 'unheard') return typing ? strings.voice_chat_unwritten : strings.voice_chat_unheard;
  return outcome === 'unanswered' ? strings.voice_chat_failed_agent_missing : strings.voice_chat_call_ended;
}

function retryWords(state: CallState, strings: VoiceChatStrings): string | null {
  switch (retryableOutcome(state)) {
    case 'unheard':
      return state.typing ? strings.voice_chat_unheard_typed : strings.voice_chat_unheard_hint;
    case 'unanswered':
      return strings.voice_chat_agent_missing;
    default:
      return null;
  }
}

/** Whether the words under the status tell of a fault; the others tell what comes next, in a calm colour. */
export function isFault({ phase }: CallState): boolean {
  const calm: Failure['kind'][] = [
    'lines_busy',
    'terms_outdated',
    'other_tab',
    'broken_off',
    'number_cooldown',
  ];
  if (phase.name === 'checking_mic' || phase.name === 'ended') return false;
  return phase.name !== 'failed' || !calm.includes(phase.failure.kind);
}

/** Whether the agent listens, thinks or speaks: the visitor sees that it hears them, and whose turn it is. */
export function agentWords(
  { phase, agent, typing }: CallState,
  strings: VoiceChatStrings,
): string | undefined {
  if (phase.name === 'agent_connected' && typing && agent === 'your_turn')
    return strings.voice_chat_agent_waiting;
  const key: `voice_chat_agent_${AgentActivity}` | null = agent && `voice_chat_agent_${agent}`;
  return phase.name === 'agent_connected' && key ? strings[key] : undefined;
}

/** A warning while the call goes on; null when all is well. */
export function callWarning(state: CallState, strings: VoiceChatStrings): string | null {
  if (!isInRoom(state.phase)) return null;
  if (state.micLost === 'denied') return deniedWords(strings);
  if (state.micLost) return strings.voice_chat_mic_lost;
  if (state.muted) return strings.voice_chat_muted;
  return state.micSilent ? strings.voice_chat_mic_silent : null;
}

function deniedWords(strings: VoiceChatStrings): string {
  return `${strings.voice_chat_mic_denied_error}. ${strings.voice_chat_mic_denied_hint}`;
}

function micFaultWords(fault: MicFault, strings: VoiceChatStrings): string {
  return fill(strings.voice_chat_mic_setup_failed, { message: strings[`voice_chat_mic_${fault}`] });
}

/** Section 8 names the title of a token or a connection that failed; every other cause has its own. */
function failureTitle({ kind }: Failure, strings: VoiceChatStrings): string {
  if (kind === 'token' || kind === 'connection') return strings.voice_chat_connection_error;
  return strings[`voice_chat_failed_${kind}`];
}

function failureWords(failure: Failure, strings: VoiceChatStrings, language: Language): string {
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
    case 'other_tab':
      return strings.voice_chat_other_tab;
    case 'broken_off':
      return strings.voice_chat_broken_off;
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
