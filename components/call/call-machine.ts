import type { Language } from '@/lib/i18n/language';

/** The values of the phone form. */
export interface CallRequest {
  phone: string;
  /** The language of the conversation. */
  language: Language;
  /** Without a microphone: the visitor types. */
  typing?: boolean;
}

/** Why a call could not be, or broke off without the agent closing it. */
export type Failure =
  | { kind: 'token'; status: number }
  | { kind: 'connection' }
  /** The browser has no WebRTC. */
  | { kind: 'unsupported' }
  | { kind: 'terms_outdated' }
  /** Another tab of this browser has a call. */
  | { kind: 'other_tab' }
  /** Of a page that is gone; the visitor may go back into it. */
  | { kind: 'broken_off' }
  | { kind: 'lines_busy' }
  | { kind: 'unavailable' }
  /** `number_cooldown`: another browser has just had a call with this number. */
  | { kind: 'rate_limited' | 'number_cooldown'; untilMs: number }
  | { kind: 'agent_missing' }
  | { kind: 'agent_left' }
  | { kind: 'lost' };

/** Microphone faults other than a denied permission. */
export type MicFault = 'unsupported' | 'missing' | 'busy' | 'other';

/** Of a call that was no conversation: the agent heard nobody, or did not come. */
export type Outcome = 'unheard' | 'unanswered';

/** Where a call stands. */
export type Phase =
  /** `overlooked`: the browser has been asking for some seconds. */
  | { name: 'checking_mic'; overlooked?: true }
  | { name: 'denied' }
  | { name: 'mic_failed'; fault: MicFault }
  | { name: 'connecting' }
  | { name: 'connected' }
  | { name: 'agent_connected' }
  | { name: 'reconnecting'; agentHere: boolean }
  | { name: 'ending' }
  /** `untilMs` is when the next call is possible: null at once. */
  | { name: 'ended'; by: 'agent' | 'visitor'; untilMs: number | null; outcome?: Outcome }
  | { name: 'cooldown'; untilMs: number }
  | { name: 'failed'; failure: Failure }
  | { name: 'closed' };

/** The agent's state. It hears while the visitor speaks, and has given the word to the visitor after its own turn. */
export type AgentActivity = 'speaking' | 'thinking' | 'hearing' | 'listening' | 'your_turn';

export interface CallState {
  phase: Phase;
  /** Without a microphone. */
  typing: boolean;
  muted: boolean;
  recording: boolean;
  agent: AgentActivity | null;
  /** The microphone went away in the middle of the call, or its permission did. */
  micLost: 'gone' | 'denied' | null;
  /** Nothing comes from the microphone while the agent listens. */
  micSilent: boolean;
  /** The visitor has said or typed something. */
  heard: boolean;
  /** The browser wants a press before it plays the agent's voice. */
  soundBlocked: boolean;
  /** Somebody of the office listens in. */
  listenedTo: boolean;
  /** When the room was entered, milliseconds since 1970. */
  startedAtMs: number | null;
  /** The room of the call that is told of. */
  room?: string | undefined;
}

export type CallEvent =
  | { type: 'opened'; cooldownUntilMs: number | null; typing?: boolean }
  | { type: 'mic_granted' | 'mic_denied' | 'mic_overlooked' }
  | { type: 'typing_instead' }
  | { type: 'mic_failed'; fault: MicFault }
  | { type: 'failed'; failure: Failure }
  | { type: 'cooldown'; untilMs: number }
  | { type: 'room_entered'; atMs: number; room?: string | undefined }
  | { type: 'agent_joined' | 'connection_lost' | 'connection_back' }
  | { type: 'closed_by_agent'; untilMs: number | null }
  | { type: 'agent_activity'; agent: Exclude<AgentActivity, 'your_turn'> }
  | { type: 'heard' }
  | { type: 'reopened'; untilMs: number | null; room: string; outcome?: Outcome; typing?: boolean }
  | { type: 'muted'; muted: boolean }
  | { type: 'recording'; recording: boolean }
  | { type: 'mic_lost'; lost: CallState['micLost'] }
  | { type: 'mic_silent'; silent: boolean }
  | { type: 'sound_blocked'; blocked: boolean }
  | { type: 'operator'; listening: boolean }
  | { type: 'saved'; untilMs: number | null; outcome?: Outcome | undefined }
  | { type: 'end_pressed' | 'nothing_said' | 'cooldown_over' | 'dismissed' };

export const closedCall: CallState = {
  phase: { name: 'closed' },
  typing: false,
  muted: false,
  recording: false,
  agent: null,
  micLost: null,
  micSilent: false,
  heard: false,
  soundBlocked: false,
  listenedTo: false,
  startedAtMs: null,
};

/** In the room: there is somebody to talk to, or there will be in a moment. */
export function isInRoom({ name }: Phase): boolean {
  return name === 'connected' || name === 'agent_connected' || name === 'reconnecting';
}

/** Something is under way that closing the panel would break off. */
export function isUnderWay(phase: Phase): boolean {
  return phase.name === 'checking_mic' || phase.name === 'connecting' || isInRoom(phase);
}

/** The visitor has been in the room, and the call is over: there is something to tell of it. */
export function isTold(state: CallState): boolean {
  const { phase, startedAtMs } = state;
  return phase.name === 'ended' ? !isUnheard(state) : phase.name === 'failed' && startedAtMs !== null;
}

/** The agent has closed the call without having heard anybody. */
function isUnheard({ phase, heard }: CallState): boolean {
  return phase.name === 'ended' && phase.by === 'agent' && !heard;
}

/** Why an ended call came to nothing, where another one is possible at once. */
export function retryableOutcome(state: CallState): Outcome | undefined {
  if (isUnheard(state)) return 'unheard';
  const { phase } = state;
  return phase.name === 'ended' && phase.untilMs === null ? phase.outcome : undefined;
}

/** The whole call: an event that does not fit where the call stands changes nothing. */
export function callReducer(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case 'muted':
      return isInRoom(state.phase) ? { ...state, muted: event.muted } : state;
    case 'recording':
      return { ...state, recording: event.recording };
    case 'mic_lost':
      return { ...state, micLost: event.lost };
    case 'mic_silent':
      return { ...state, micSilent: event.silent };
    case 'sound_blocked':
      return { ...state, soundBlocked: event.blocked };
    case 'operator':
      return { ...state, listenedTo: event.listening };
    case 'agent_activity':
      return { ...state, agent: nextActivity(state.agent, event.agent) };
    case 'heard':
      return state.heard ? state : { ...state, heard: true };
    case 'reopened':
      return isUnderWay(state.phase) || state.phase.name === 'ending'
        ? state
        : {
            ...closedCall,
            heard: true,
            typing: event.typing === true,
            room: event.room,
            phase: { name: 'ended', by: 'visitor', untilMs: event.untilMs, outcome: event.outcome },
          };
    case 'typing_instead':
      return state.phase.name === 'checking_mic'
        ? { ...state, typing: true, phase: { name: 'connecting' } }
        : state;
    case 'opened':
      return { ...closedCall, typing: event.typing === true, phase: openedPhase(event) };
    case 'room_entered':
      return state.phase.name === 'connecting'
        ? { ...state, phase: { name: 'connected' }, startedAtMs: event.atMs, room: event.room }
        : state;
    default: {
      const phase = nextPhase(state.phase, event);
      return phase === state.phase ? state : { ...state, phase };
    }
  }
}

/** A listening agent that has just spoken has given the word to the visitor, until it hears them. */
function nextActivity(before: AgentActivity | null, now: Exclude<AgentActivity, 'your_turn'>): AgentActivity {
  const justSpoke = before === 'speaking' || before === 'your_turn';
  // With its last word an agent notes what it was told: a moment of thought that asks nobody to wait.
  if (now === 'thinking' && before === 'speaking') return before;
  return now === 'listening' && justSpoke ? 'your_turn' : now;
}

function openedPhase({ cooldownUntilMs, typing }: Extract<CallEvent, { type: 'opened' }>): Phase {
  if (cooldownUntilMs !== null) return { name: 'cooldown', untilMs: cooldownUntilMs };
  return { name: typing === true ? 'connecting' : 'checking_mic' };
}

type PhaseEvent = Exclude<
  CallEvent,
  {
    type:
      | 'muted'
      | 'recording'
      | 'mic_lost'
      | 'mic_silent'
      | 'sound_blocked'
      | 'operator'
      | 'agent_activity'
      | 'heard'
      | 'reopened'
      | 'typing_instead'
      | 'opened'
      | 'room_entered';
  }
>;

function nextPhase(phase: Phase, event: PhaseEvent): Phase {
  switch (event.type) {
    case 'mic_granted':
      return phase.name === 'checking_mic' ? { name: 'connecting' } : phase;
    case 'mic_overlooked':
      return phase.name === 'checking_mic' ? { name: 'checking_mic', overlooked: true } : phase;
    case 'mic_denied':
      return phase.name === 'checking_mic' ? { name: 'denied' } : phase;
    case 'mic_failed':
      return isUnderWay(phase) ? { name: 'mic_failed', fault: event.fault } : phase;
    case 'failed':
      return isUnderWay(phase) ? { name: 'failed', failure: event.failure } : phase;
    case 'cooldown':
      return isUnderWay(phase) ? { name: 'cooldown', untilMs: event.untilMs } : phase;
    case 'agent_joined':
      if (phase.name === 'reconnecting') return { ...phase, agentHere: true };
      return phase.name === 'connected' ? { name: 'agent_connected' } : phase;
    case 'connection_lost':
      return phase.name === 'connected' || phase.name === 'agent_connected'
        ? { name: 'reconnecting', agentHere: phase.name === 'agent_connected' }
        : phase;
    case 'connection_back':
      if (phase.name !== 'reconnecting') return phase;
      return phase.agentHere ? { name: 'agent_connected' } : { name: 'connected' };
    case 'closed_by_agent':
      return isUnderWay(phase) ? { name: 'ended', by: 'agent', untilMs: event.untilMs } : phase;
    case 'end_pressed':
      return isUnderWay(phase) ? { name: 'ending' } : phase;
    case 'saved':
      return phase.name === 'ending'
        ? { name: 'ended', by: 'visitor', untilMs: event.untilMs, outcome: event.outcome }
        : phase;
    case 'nothing_said':
      return phase.name === 'ending' ? { name: 'closed' } : phase;
    case 'cooldown_over':
      if (phase.name === 'ended') return { ...phase, untilMs: null };
      return phase.name === 'cooldown' ? { name: 'closed' } : phase;
    case 'dismissed':
      return isUnderWay(phase) || phase.name === 'ending' ? phase : { name: 'closed' };
  }
}
