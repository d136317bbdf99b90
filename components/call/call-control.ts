import { cooldownUntilMs } from '@/lib/contracts/cooldown';
import type { CallRequest } from './call';
import {
  type CallEvent,
  type CallState,
  callReducer,
  closedCall,
  isInRoom,
  isUnderWay,
} from './call-machine';
import { CallSession, guardLeaving, tabStorage } from './call-session';
import { type Caption, addCaption } from './captions';
import type { Levels } from './mixer';

/** How long the panel waits for the recording to be sent; after that it is sent behind a closed panel. */
const savingShownMs = 8000;

const silence: Levels = { visitor: 0, agent: 0 };

interface Shown {
  state: CallState;
  captions: readonly Caption[];
}

let shown: Shown = { state: closedCall, captions: [] };
let session: CallSession | undefined;
let request: CallRequest | undefined;
const listeners = new Set<() => void>();

function show(next: Partial<Shown>): void {
  shown = { ...shown, ...next };
  for (const listener of listeners) listener();
}

function dispatch(event: CallEvent): void {
  const state = callReducer(shown.state, event);
  if (state === shown.state) return;
  show({ state });
  guardLeaving(isInRoom(state.phase) || state.phase.name === 'ending');
}

/** What the panel shows, as React reads it. */
export const callView = {
  get: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function isCallOn(): boolean {
  return isUnderWay(shown.state.phase) || shown.state.phase.name === 'ending';
}

/** Begins a call, unless one is under way: a tab has one. */
export function startCall(asked: CallRequest): void {
  if (isCallOn()) return;
  request = asked;
  const untilMs = cooldownUntilMs(tabStorage(), Date.now());
  show({ captions: [] });
  dispatch({ type: 'opened', cooldownUntilMs: untilMs });
  if (untilMs !== null) return;
  // Events of an earlier call's delivery are no news of this one.
  const current: CallSession = new CallSession(asked, {
    dispatch: (event) => session === current && dispatch(event),
    caption: (caption) => session === current && show({ captions: addCaption(shown.captions, caption) }),
  });
  session = current;
  void current.start();
}

/** The visitor ends the call: the recording is stopped and sent, the room left, the panel closed. */
export function endCall(): void {
  dispatch({ type: 'end_pressed' });
  const ended = session;
  const close = () => ended === session && dispatch({ type: 'saved' });
  const timer = setTimeout(close, savingShownMs);
  void ended?.finish().finally(() => {
    clearTimeout(timer);
    close();
  });
}

export function setMuted(muted: boolean): void {
  void session?.setMuted(muted);
}

export function allowSound(): void {
  session?.allowSound();
}

export function retryCall(): void {
  if (request) startCall(request);
}

export function dismissCall(): void {
  dispatch({ type: 'dismissed' });
}

export function endCooldown(): void {
  dispatch({ type: 'cooldown_over' });
}

/** Nothing was heard from the visitor so far; asked and told by the microphone badge. */
export function noteSilence(silent: boolean): void {
  dispatch({ type: 'mic_silent', silent });
}

export function sampleLevels(): Levels {
  return session?.mixer?.levels() ?? silence;
}

/** How high the five bars stand for what both say, 0 to 1. */
export function sampleBars(): number[] {
  return session?.mixer?.bars() ?? [];
}
