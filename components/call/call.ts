import { holdSounds } from '@/components/ui/sounding';
import { pointTo } from '@/components/ui/point-to';
import { createStore } from '@/components/ui/store';
import { returnWaitMs } from '@/lib/contracts/limits';
import { lastReceipt, noteDelivery, readCooldown, unkeptDeliveries } from './after-call';
import {
  type CallEvent,
  type CallRequest,
  type CallState,
  type Phase,
  callReducer,
  closedCall,
  isInRoom,
  isUnderWay,
} from './call-machine';
import { callPanelId } from './panel/frame';
import { type Caption, type CaptionNews, addCaption } from './captions';
import type { Levels } from './recording/mixer';
import { keepDraft } from './form/draft';
import { recoverRecordings } from './recording/deliver';
import { endBrokenOff, forgetRecording } from './recording/outbox';
import { callFormId } from './form/popover-position';
import { type DeviceKind, pickDevice } from './devices';
import { CallSession, type WayBack, silence } from './session';

/** The panel's view of the call. */
export const callView = createStore<{ state: CallState; captions: readonly Caption[] }>({
  state: closedCall,
  captions: [],
});

/** Default fetch timeout. */
const requestTimeoutMs = 60_000;

let session: CallSession | undefined;
let request: CallRequest | undefined;
let endHold = () => {};
let isGuarded = false;
let wayBack: WayBack | undefined;

function dispatch(event: CallEvent): void {
  const { state: before, captions } = callView.get();
  const state = callReducer(before, event);
  if (state === before) return;
  callView.set({ state, captions });
  guardLeaving();
  // The call goes on, and its recording with what was kept of it.
  if (state.recording) wayBack = undefined;
  if (isUnderWay(state.phase)) return;
  endHold();
  if (!mayGoBack(state.phase)) setWayBack(undefined);
}

/** Whether the call that the page was in before it was reloaded may still be entered, though this try has failed. */
function mayGoBack(phase: Phase): boolean {
  const failure = phase.name === 'failed' ? phase.failure.kind : null;
  const isOpen = failure === 'other_tab' || failure === 'broken_off';
  return phase.name === 'denied' || phase.name === 'mic_failed' || isOpen;
}

function setWayBack(back: WayBack | undefined): void {
  if (wayBack && back !== wayBack) void leaveBehind(wayBack);
  wayBack = back;
}

/** Sends the recording that is kept of a call which is not gone back into, and shows it on its card. */
async function leaveBehind({ before }: WayBack): Promise<void> {
  await endBrokenOff(before);
  await recoverRecordings((room) => room === before.room && !isUnderWay(callView.get().state.phase));
}

/** Shows what another sound would speak into. */
function pointToPanel(): void {
  pointTo(document.getElementById(callPanelId));
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The browser asks before a page is left whose end would break a call off, or lose a recording that could not be kept. */
function guardLeaving(): void {
  const { phase } = callView.get().state;
  if (isInRoom(phase) || phase.name === 'ending' || unkeptDeliveries.get() > 0)
    window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

export function isCallOn(): boolean {
  const { phase } = callView.get().state;
  return isUnderWay(phase) || phase.name === 'ending';
}

export interface CallOptions {
  back?: WayBack | undefined;
  /** The visitor is asked first whether to go back. */
  offered?: boolean;
  /** A call of another tab ends for this one. */
  takeOver?: boolean;
  /** Tried before: the way back into a call may have closed meanwhile, and is asked for again. */
  again?: boolean;
}

/** Begins a call, unless one is under way: a tab has one. */
export function startCall(asked: CallRequest, { back, offered, takeOver, again }: CallOptions = {}): void {
  if (isCallOn()) return back && void leaveBehind(back);
  const isSame = request?.phone === asked.phone && request.language === asked.language;
  const unentered = isSame ? session?.unentered : undefined;
  request = asked;
  setWayBack(back);
  if (!isGuarded) unkeptDeliveries.subscribe(guardLeaving);
  isGuarded = true;
  const untilMs = readCooldown();
  callView.set({ state: callView.get().state, captions: [] });
  dispatch({ type: 'opened', cooldownUntilMs: untilMs, typing: asked.typing });
  if (untilMs !== null) return;
  if (offered) return offer(back?.before.aliveAtMs);
  endHold = holdSounds(pointToPanel);
  // Events of an earlier call's delivery are no news of this one.
  const current: CallSession = new CallSession(
    asked,
    {
      dispatch: (event) => session === current && dispatch(event),
      caption: (caption) => session === current && addWords(caption),
    },
    { back, again, unentered },
  );
  session = current;
  void current.start(takeOver);
}

/**
 * Shows a call that may be gone back into for as long as that is so.
 * @param aliveAtMs when its page was last seen, milliseconds since 1970
 */
function offer(aliveAtMs = Date.now()): void {
  const fail = (kind: 'broken_off' | 'lost') => dispatch({ type: 'failed', failure: { kind } });
  fail('broken_off');
  const { state } = callView.get();
  setTimeout(
    () => {
      if (callView.get().state !== state) return;
      dispatch({ type: 'opened', cooldownUntilMs: null });
      fail('lost');
    },
    aliveAtMs + returnWaitMs - Date.now(),
  );
}

function addWords(news: CaptionNews): void {
  const { state, captions } = callView.get();
  callView.set({ state, captions: addCaption(captions, news) });
}

/** Shows the last call once more. */
export function reopenCall(): void {
  const receipt = lastReceipt.get();
  if (isCallOn() || receipt === null) return;
  const { room, outcome, typing } = receipt;
  dispatch({ type: 'reopened', untilMs: readCooldown(), room, outcome, typing });
}

/** Shows how long the visitor has to wait for the next call. */
export function showCooldown(): void {
  const untilMs = readCooldown();
  if (!isCallOn() && untilMs !== null) dispatch({ type: 'opened', cooldownUntilMs: untilMs });
}

/** The visitor ends the call: the recording is stopped and sent, the room left. */
export function endCall(): void {
  void session?.end();
}

export function setMuted(muted: boolean): void {
  void session?.setMuted(muted);
}

/** Tries to have a lost microphone back. */
export function reopenMicrophone(): void {
  void session?.reopenMicrophone();
}

export function allowSound(): void {
  session?.allowSound();
}

/** Answers by text; false where it was not sent. */
export async function typeAnswer(text: string): Promise<boolean> {
  return (await session?.type(text)) ?? false;
}

/** Tells the agent whether the field for typed answers is in use, and what it holds. */
export function setWriting(writing: boolean, text?: string): void {
  session?.setWriting(writing, text);
}

/** Takes another microphone or loudspeaker, in the call or for the next one. One that could not be taken is not shown as in use. */
export async function chooseDevice(kind: DeviceKind, deviceId: string): Promise<void> {
  if (session && !(await session.useDevice(kind, deviceId))) return;
  pickDevice(kind, deviceId);
}

/** Once more: with the page that names the terms of today, where they have changed; instead of the other tab's call, where there is one. */
export function retryCall(): void {
  const { phase } = callView.get().state;
  const failure = phase.name === 'failed' ? phase.failure.kind : null;
  // Of a call from before the page was reloaded the number is not known here.
  if (!request || failure === 'number_cooldown') return askAgain();
  if (failure !== 'terms_outdated') {
    return startCall(request, {
      back: mayGoBack(phase) ? wayBack : undefined,
      again: true,
      takeOver: failure === 'other_tab',
    });
  }
  keepDraft(request);
  window.location.reload();
}

function askAgain(): void {
  dismissCall();
  document.getElementById(callFormId)?.showPopover();
}

/** Begins the call without a microphone; one whose page was reloaded goes on. */
export function typeInstead(): void {
  if (!request) return askAgain();
  request = { ...request, typing: true };
  if (callView.get().state.phase.name !== 'checking_mic')
    return startCall(request, { back: wayBack, again: true });
  dispatch({ type: 'typing_instead' });
  session?.typeInstead();
}

export function dismissCall(): void {
  dispatch({ type: 'dismissed' });
}

export function endCooldown(): void {
  readCooldown();
  dispatch({ type: 'cooldown_over' });
}

/** Deletes the last call, here and on the server. @throws where the server cannot be asked */
export async function deleteLastCall(): Promise<void> {
  const receipt = lastReceipt.get();
  if (receipt === null) return;
  const response = await fetch(`/api/calls/${receipt.room}`, {
    method: 'DELETE',
    signal: AbortSignal.timeout(requestTimeoutMs),
    headers: { authorization: `Bearer ${receipt.token}` },
  });
  if (!response.ok && response.status !== 404) throw new Error(`Deleting answered ${response.status}`);
  // Not before: a call that could not be deleted is still sent. What arrives from now on is refused as deleted.
  await session?.dropRecording(receipt.room);
  await forgetRecording(receipt.room).catch(() => undefined);
  noteDelivery(receipt.room, { delivery: 'deleted' });
}

export function sampleLevels(): Levels {
  return session?.levels() ?? silence;
}

/** How high the five bars stand for what both say, 0 to 1. */
export function sampleBars(): number[] {
  return session?.bars() ?? [];
}
