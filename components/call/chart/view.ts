import type { CallSnapshot } from './call-machine';
import type { CallFailure, MicrophoneFault, Outcome } from './events';
import type { ClosedBy, WhoseTurn } from './rules';

export type Screen =
  | 'closed'
  | 'cooldown'
  | 'offered'
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
  /** Closing the panel would break off a call. */
  underWay: boolean;
  /** The room is entered: there is somebody to talk to, or there will be in a moment. */
  inRoom: boolean;
  canRetry: boolean;
  canTypeInstead: boolean;
  canSendText: boolean;
  /** True after a call that ended, or failed in its room. False if the agent heard nobody and closed it. */
  hasReceipt: boolean;
  typing: boolean;
  /** The microphone has heard a voice, or may have. */
  hasVoice: boolean;
  /** The browser has been asking for the microphone for some seconds. */
  promptOverlooked: boolean;
  microphoneFault: MicrophoneFault | null;
  failure: CallFailure | null;
  outcome: Outcome | undefined;
  closedBy: ClosedBy;
  /** When the next call is possible, milliseconds since 1970; null if it is possible now. */
  nextCallMs: number | null;
  startedAtMs: number | null;
  room: string | null;
  turn: WhoseTurn | null;
  recording: boolean;
  muted: boolean;
  microphoneLost: 'gone' | 'denied' | null;
  microphoneSilent: boolean;
  soundBlocked: boolean;
  operatorListens: boolean;
}

export function viewOf(snapshot: CallSnapshot): CallView {
  const { failure, microphoneFault, outcome, nextCallMs, resources, call } = snapshot.context;
  const { room, typing, closedBy, startedAtMs, turn, muted } = call;
  const { microphoneLost, microphoneSilent, soundBlocked, operatorListens } = call;
  const screen = screenOf(snapshot);
  const hasVoice = !typing && call.evidence.voice !== 'none';
  const wasUnheard = closedBy === 'agent' && outcome === 'unheard';
  return {
    screen,
    underWay: snapshot.matches('underWay'),
    inRoom: snapshot.hasTag('inRoom'),
    canRetry: snapshot.can({ type: 'retry' }),
    canTypeInstead: snapshot.can({ type: 'typeInstead' }),
    canSendText: snapshot.matches({ underWay: { live: { connection: 'online', agent: 'present' } } }),
    hasReceipt: screen === 'failed' ? startedAtMs !== null : screen === 'ended' && !wasUnheard,
    promptOverlooked: snapshot.matches({ underWay: { preparing: { microphone: { asking: 'overlooked' } } } }),
    recording: resources.recording !== undefined,
    ...{ failure, microphoneFault, outcome, nextCallMs },
    ...{ room, typing, hasVoice, closedBy, startedAtMs, turn, muted },
    ...{ microphoneLost, microphoneSilent, soundBlocked, operatorListens },
  };
}

export function isSameView(a: CallView, b: CallView): boolean {
  const values = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([name, value]) => Object.is(value, values.get(name)));
}

const screens: [Parameters<CallSnapshot['matches']>[0], Screen][] = [
  [{ off: 'closed' }, 'closed'],
  [{ off: 'cooldown' }, 'cooldown'],
  [{ off: 'offered' }, 'offered'],
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
  if (snapshot.matches({ underWay: 'lockingTab' }) && !snapshot.context.call.typing)
    return 'checking_microphone';
  return screens.find(([state]) => snapshot.matches(state))?.[1] ?? 'connecting';
}
