import type { CallSnapshot } from './call-machine';
import type { CallFailure, MicrophoneFault, Outcome } from './events';
import type { ClosedBy, WhoseTurn } from './rules';

export type Screen =
  | 'closed'
  | 'cooldown'
  | 'resume_offered'
  | 'other_tab'
  | 'checking_microphone'
  | 'microphone_failed'
  | 'connecting'
  | 'waiting_for_agent'
  | 'in_call'
  | 'reconnecting'
  | 'ending'
  | 'ended'
  | 'failed';

/** The panel's data. */
export interface CallView {
  screen: Screen;
  /** True from the request for the tab lock until the call ends or fails. The panel cannot be closed meanwhile. */
  isUnderWay: boolean;
  /** True from the entry into the room until the call ends or fails, also while the connection is restored. */
  isInRoom: boolean;
  canRetry: boolean;
  canTypeInstead: boolean;
  canSendText: boolean;
  /** True after a call that ended, or failed in its room, unless the agent closed it because it heard nobody. */
  showsReceipt: boolean;
  isTyping: boolean;
  /** The microphone has heard a voice, or may have. */
  hasVoice: boolean;
  /** The browser has been asking for the microphone for some seconds. */
  isPromptOverlooked: boolean;
  microphoneFault: MicrophoneFault | null;
  failure: CallFailure | null;
  outcome: Outcome | undefined;
  closedBy: ClosedBy;
  /** When the cooldown ends, milliseconds since 1970; null without a cooldown. */
  cooldownEndsMs: number | null;
  startedAtMs: number | null;
  room: string | null;
  turn: WhoseTurn | null;
  isRecording: boolean;
  isMuted: boolean;
  microphoneLost: 'gone' | 'denied' | null;
  isMicrophoneSilent: boolean;
  isSoundBlocked: boolean;
  isOperatorListening: boolean;
}

export function viewOf(snapshot: CallSnapshot): CallView {
  const { failure, microphoneFault, outcome, cooldownEndsMs, resources, call } = snapshot.context;
  const { room, isTyping, closedBy, startedAtMs, turn, isMuted } = call;
  const { microphoneLost, isMicrophoneSilent, isSoundBlocked, isOperatorListening } = call;
  const screen = screenOf(snapshot);
  const hasVoice = !isTyping && call.evidence.voice !== 'none';
  const wasUnheard = closedBy === 'agent' && outcome === 'unheard';
  return {
    screen,
    isUnderWay: snapshot.matches('underWay'),
    isInRoom: snapshot.hasTag('inRoom'),
    canRetry: snapshot.can({ type: 'retry' }),
    canTypeInstead: snapshot.can({ type: 'typeInstead' }),
    canSendText: snapshot.matches({ underWay: { live: { connection: 'online', agent: 'present' } } }),
    showsReceipt: screen === 'failed' ? startedAtMs !== null : screen === 'ended' && !wasUnheard,
    isPromptOverlooked: snapshot.matches({
      underWay: { preparing: { microphone: { asking: 'overlooked' } } },
    }),
    isRecording: resources.recording !== undefined,
    ...{ failure, microphoneFault, outcome, cooldownEndsMs },
    ...{ room, isTyping, hasVoice, closedBy, startedAtMs, turn, isMuted },
    ...{ microphoneLost, isMicrophoneSilent, isSoundBlocked, isOperatorListening },
  };
}

export function isSameView(a: CallView, b: CallView): boolean {
  const values = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([name, value]) => Object.is(value, values.get(name)));
}

const screens: [Parameters<CallSnapshot['matches']>[0], Screen][] = [
  [{ off: 'closed' }, 'closed'],
  [{ off: 'cooldown' }, 'cooldown'],
  [{ off: 'resumeOffered' }, 'resume_offered'],
  [{ off: 'otherTab' }, 'other_tab'],
  [{ off: 'microphoneFailed' }, 'microphone_failed'],
  [{ off: 'failed' }, 'failed'],
  [{ off: 'ended' }, 'ended'],
  ['ending', 'ending'],
  [{ underWay: { live: { connection: 'joining' } } }, 'connecting'],
  [{ underWay: { live: { connection: 'reconnecting' } } }, 'reconnecting'],
  [{ underWay: { live: { connection: 'rejoining' } } }, 'reconnecting'],
  [{ underWay: { live: { connection: 'online', agent: 'present' } } }, 'in_call'],
  [{ underWay: { live: { connection: 'online', agent: 'justLeft' } } }, 'in_call'],
  [{ underWay: { live: 'connection' } }, 'waiting_for_agent'],
  [{ underWay: { preparing: { microphone: 'asking' } } }, 'checking_microphone'],
];

function screenOf(snapshot: CallSnapshot): Screen {
  if (snapshot.matches({ underWay: 'lockingTab' }) && !snapshot.context.call.isTyping)
    return 'checking_microphone';
  return screens.find(([state]) => snapshot.matches(state))?.[1] ?? 'connecting';
}
