/** Why a call could not be, or broke off without the agent closing it. */
export type Failure =
  | { kind: 'token'; status: number }
  | { kind: 'connection'; message: string }
  | { kind: 'unavailable' }
  | { kind: 'rate_limited'; untilMs: number }
  | { kind: 'agent_missing' }
  | { kind: 'agent_left' }
  | { kind: 'lost' };

/** What is wrong with a microphone that is not merely refused; `other` carries the browser's own words. */
export type MicFault = { kind: 'unsupported' | 'missing' | 'busy' } | { kind: 'other'; message: string };

/** Where a call stands (spec.md section 4). */
export type Phase =
  | { name: 'checking_mic' }
  | { name: 'denied' }
  | { name: 'mic_failed'; fault: MicFault }
  | { name: 'connecting' }
  | { name: 'connected' }
  | { name: 'agent_connected' }
  | { name: 'reconnecting'; agentHere: boolean }
  | { name: 'ending' }
  | { name: 'ended_by_agent'; untilMs: number }
  | { name: 'cooldown'; untilMs: number }
  | { name: 'failed'; failure: Failure }
  | { name: 'closed' };

/** What the media server hears: the agent's voice, the visitor's, or neither. */
export type AgentActivity = 'speaking' | 'hearing' | 'listening';

export interface CallState {
  phase: Phase;
  muted: boolean;
  recording: boolean;
  agent: AgentActivity | null;
  /** The microphone went away in the middle of the call. */
  micLost: boolean;
  /** Nothing was heard from the microphone since the call began. */
  micSilent: boolean;
  /** The browser wants a press before it plays the agent's voice. */
  soundBlocked: boolean;
  /** When the room was entered, milliseconds since 1970. */
  startedAtMs: number | null;
}

export type CallEvent =
  | { type: 'opened'; cooldownUntilMs: number | null }
  | { type: 'mic_granted' | 'mic_denied' }
  | { type: 'mic_failed'; fault: MicFault }
  | { type: 'failed'; failure: Failure }
  | { type: 'cooldown'; untilMs: number }
  | { type: 'room_entered'; atMs: number }
  | { type: 'agent_joined' | 'connection_lost' | 'connection_back' }
  | { type: 'closed_by_agent'; untilMs: number }
  | { type: 'agent_activity'; agent: AgentActivity }
  | { type: 'muted'; muted: boolean }
  | { type: 'recording'; recording: boolean }
  | { type: 'mic_lost'; lost: boolean }
  | { type: 'mic_silent'; silent: boolean }
  | { type: 'sound_blocked'; blocked: boolean }
  | { type: 'end_pressed' | 'saved' | 'cooldown_over' | 'dismissed' };

export const closedCall: CallState = {
  phase: { name: 'closed' },
  muted: false,
  recording: false,
  agent: null,
  micLost: false,
  micSilent: false,
  soundBlocked: false,
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
    case 'agent_activity':
      return { ...state, agent: event.agent };
    case 'opened':
      return { ...closedCall, phase: openedPhase(event.cooldownUntilMs) };
    case 'room_entered':
      return state.phase.name === 'connecting'
        ? { ...state, phase: { name: 'connected' }, startedAtMs: event.atMs }
        : state;
    default: {
      const phase = nextPhase(state.phase, event);
      return phase === state.phase ? state : { ...state, phase };
    }
  }
}

function openedPhase(cooldownUntilMs: number | null): Phase {
  return cooldownUntilMs === null ? { name: 'checking_mic' } : { name: 'cooldown', untilMs: cooldownUntilMs };
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
      | 'agent_activity'
      | 'opened'
      | 'room_entered';
  }
>;

function nextPhase(phase: Phase, event: PhaseEvent): Phase {
  switch (event.type) {
    case 'mic_granted':
      return phase.name === 'checking_mic' ? { name: 'connecting' } : phase;
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
      return isUnderWay(phase) ? { name: 'ended_by_agent', untilMs: event.untilMs } : phase;
    case 'end_pressed':
      return isUnderWay(phase) ? { name: 'ending' } : phase;
    case 'saved':
      return phase.name === 'ending' ? { name: 'closed' } : phase;
    case 'cooldown_over':
      return phase.name === 'cooldown' || phase.name === 'ended_by_agent' ? { name: 'closed' } : phase;
    case 'dismissed':
      return isUnderWay(phase) || phase.name === 'ending' ? phase : { name: 'closed' };
  }
}
