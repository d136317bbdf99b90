import type { BrowserStep } from '@/lib/contracts/recording';
import { soundBegins } from '@/components/ui/sounding';
import { frameAt, frameHeights } from '@/lib/equalizer';
import { createStore } from '@/components/ui/store';
import { AgentRecording } from './agent-recording';
import {
  type Receipt,
  beginCooldown,
  dropReceipt,
  keepReceipt,
  lastReceipt,
  noteDelivery,
  readCooldown,
} from './after-call';
import {
  type CallEvent,
  type CallRequest,
  type CallState,
  callReducer,
  closedCall,
  isInRoom,
  isUnderWay,
} from './call-machine';
import { type Caption, type CaptionNews, addCaption } from './captions';
import { type RecordedFile, deliverRecording, toFile } from './deliver';
import { Hearing } from './hearing';
import { type Levels, Mixer } from './mixer';
import { type BrokenOffCall, RecordingKeeper, forgetRecording } from './outbox';
import { Recorder } from './recorder';
import { type Grant, type TokenAnswer, requestToken } from './request-token';
import {
  type DeviceKind,
  LiveRoom,
  type Microphone,
  type RoomNews,
  canHoldCalls,
  microphoneGranted,
  microphoneProblem,
  openMicrophone,
  pickDevice,
} from './room';

/** The recording starts this long after the room was entered. */
const recordingDelayMs = 500;
/** An agent that is not there by then will not come. */
const agentTimeoutMs = 15_000;
/** An agent that closes the room leaves it a moment before the visitor hears of the closing. */
const agentLeftGraceMs = 2500;
/** The room is left when the recording has been sent, or after so long; the upload then goes on in the background. */
const uploadBeforeLeavingMs = 8000;
const hearEveryMs = 50;
/** How often, and after which waits, a visitor who was thrown out of the room tries to get back into it. */
const returnWaitsMs = [0, 1000, 2000, 4000, 8000];

const silence: Levels = { visitor: 0, agent: 0 };

/** The panel's view of the call. */
export const callView = createStore<{ state: CallState; captions: readonly Caption[] }>({
  state: closedCall,
  captions: [],
});

let session: CallSession | undefined;
let request: CallRequest | undefined;

function dispatch(event: CallEvent): void {
  const { state: before, captions } = callView.get();
  const state = callReducer(before, event);
  if (state === before) return;
  callView.set({ state, captions });
  guardLeaving(isInRoom(state.phase) || state.phase.name === 'ending');
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Whether the browser asks before the page is left: a closed tab would break the call off. */
function guardLeaving(on: boolean): void {
  if (on) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

export function isCallOn(): boolean {
  const { phase } = callView.get().state;
  return isUnderWay(phase) || phase.name === 'ending';
}

/** Begins a call, unless one is under way: a tab has one. */
export function startCall(asked: CallRequest, back?: WayBack): void {
  if (isCallOn()) return;
  request = asked;
  const untilMs = readCooldown();
  callView.set({ state: callView.get().state, captions: [] });
  dispatch({ type: 'opened', cooldownUntilMs: untilMs });
  if (untilMs !== null) return;
  soundBegins();
  // Events of an earlier call's delivery are no news of this one.
  const current: CallSession = new CallSession(
    asked,
    {
      dispatch: (event) => session === current && dispatch(event),
      caption: (caption) => session === current && addWords(caption),
    },
    back,
  );
  session = current;
  void current.start();
}

function addWords(news: CaptionNews): void {
  const { state, captions } = callView.get();
  callView.set({ state, captions: addCaption(captions, news) });
}

/** Shows the last call once more. */
export function reopenCall(): void {
  if (!isCallOn() && lastReceipt.get() !== null) dispatch({ type: 'reopened', untilMs: readCooldown() });
}

/** Shows how long the visitor has to wait for the next call. */
export function showCooldown(): void {
  const untilMs = readCooldown();
  if (!isCallOn() && untilMs !== null) dispatch({ type: 'opened', cooldownUntilMs: untilMs });
}

/** The visitor ends the call: the recording is stopped and sent, the room left. */
export function endCall(): void {
  dispatch({ type: 'end_pressed' });
  const ended = session;
  void ended
    ?.finish()
    .then(() => ended === session && dispatch({ type: ended.hasReceipt ? 'saved' : 'nothing_said' }));
}

export function setMuted(muted: boolean): void {
  void session?.setMuted(muted);
}

export function allowSound(): void {
  session?.allowSound();
}

/** Answers by text. */
export function typeAnswer(text: string): void {
  void session?.type(text);
}

/** Takes another microphone or loudspeaker, in the call or for the next one. */
export async function chooseDevice(kind: DeviceKind, deviceId: string): Promise<void> {
  pickDevice(kind, deviceId);
  await session?.useDevice(kind, deviceId);
}

export function retryCall(): void {
  if (request) startCall(request);
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
  await session?.dropRecording();
  // The call on the card may be an earlier one than the session's.
  await forgetRecording(receipt.room).catch(() => undefined);
  const response = await fetch(`/api/calls/${receipt.room}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${receipt.token}` },
  });
  if (!response.ok && response.status !== 404) throw new Error(`Deleting answered ${response.status}`);
  noteDelivery(receipt.room, { delivery: 'deleted' });
}

export function sampleLevels(): Levels {
  return session?.levels() ?? silence;
}

/** How high the five bars stand for what both say, 0 to 1. */
export function sampleBars(): number[] {
  return session?.bars() ?? [];
}

interface Outlet {
  dispatch: (event: CallEvent) => void;
  caption: (caption: CaptionNews) => void;
}

/** The way back into a call that the page was in before it was reloaded. */
export interface WayBack {
  grant: Grant;
  before: BrokenOffCall;
}

/** One call from the microphone to the delivered recording: what happens in it is told as events of the machine. */
export class CallSession {
  readonly #request: CallRequest;
  readonly #outlet: Outlet;
  readonly #wayBack: WayBack | undefined;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #hearing = new Hearing();
  readonly #dropped = new AbortController();
  #microphone: Microphone | undefined;
  #room: LiveRoom | undefined;
  #mixer: Mixer | undefined;
  #recorder: Recorder | undefined;
  #agentRecording: AgentRecording | undefined;
  #keeper: RecordingKeeper | undefined;
  #grant: Grant | undefined;
  #connected = false;
  #agentHere = false;
  #agentListens = false;
  #agentSpeaks = false;
  #muted = false;
  #heardByServer = false;
  #typed = 0;
  #finishing: Promise<void> | undefined;
  readonly #steps: BrowserStep[] = [];
  #stepFromMs = Date.now();

  constructor(request: CallRequest, outlet: Outlet, back?: WayBack) {
    this.#request = request;
    this.#outlet = outlet;
    this.#wayBack = back;
  }

  /** Where the audio graph does not run, as the media server hears both. */
  levels(): Levels {
    return (this.#mixer?.running ? this.#mixer.levels() : this.#room?.levels()) ?? silence;
  }

  bars(): number[] {
    if (this.#mixer?.running) return this.#mixer.bars();
    const { visitor, agent } = this.levels();
    const loudness = Math.max(visitor, agent);
    return frameHeights(frameAt(performance.now())).map((height) => height * loudness);
  }

  get hasReceipt(): boolean {
    return this.#recorder !== undefined;
  }

  /** Microphone, token, room: up to the moment when only the agent is missing. Never throws. */
  async start(): Promise<void> {
    if (!canHoldCalls()) return this.#fail({ type: 'failed', failure: { kind: 'unsupported' } });
    // Where the microphone is allowed already, the token is fetched and the audio graph built while it opens.
    const granted = microphoneGranted();
    const early = granted ? this.#askForToken() : undefined;
    let microphone: Microphone;
    try {
      const opening = openMicrophone();
      if (!granted) await opening;
      microphone = await this.#open(opening);
    } catch (error) {
      return this.#fail(microphoneProblem(error));
    }
    if (this.#finishing) {
      microphone.stop();
      return void this.#mixer?.close();
    }
    this.#outlet.dispatch({ type: 'mic_granted' });

    const answer = await (early ?? this.#askForToken());
    if (this.#finishing) return;
    if (!answer.ok) return this.#fail(answer.event);
    this.#grant = answer.token;
    this.#step('token', answer.token.spanId);
    this.#room = new LiveRoom(microphone, (news) => this.#hear(news));
    try {
      await this.#room.enter(answer.token);
      if (this.#finishing) return;
      this.#entered();
      await this.#room.speak();
    } catch (error) {
      console.error('The room could not be entered:', error);
      this.#fail({ type: 'failed', failure: { kind: 'connection' } });
    }
  }

  /** The microphone, and the graph that hears it: where one fails, the other is there to be freed. */
  async #open(opening: Promise<Microphone>): Promise<Microphone> {
    const building = (async () => new Mixer())();
    const [opened, built] = await Promise.allSettled([opening, building]);
    if (opened.status === 'fulfilled') this.#microphone = opened.value;
    if (built.status === 'fulfilled') this.#mixer = built.value;
    const [microphone, mixer] = [await opening, await building];
    mixer.setMicrophone(microphone.mediaStreamTrack);
    return microphone;
  }

  /** Notes a step of the call's trace, from the end of the one before. */
  #step(name: BrowserStep['name'], spanId?: string): void {
    const toMs = Date.now();
    this.#steps.push({ name, fromMs: this.#stepFromMs, toMs, spanId });
    this.#stepFromMs = toMs;
  }

  /** The agent may speak before the room is entered: its track and its state are there first. */
  #noteFirstWord(): void {
    if (this.#agentSpeaks && this.#steps.at(-1)?.name === 'connect') this.#step('first_word');
  }

  async #askForToken(): Promise<TokenAnswer> {
    return this.#wayBack ? { ok: true, token: this.#wayBack.grant } : requestToken(this.#request);
  }

  #entered(): void {
    this.#step('connect');
    this.#noteFirstWord();
    this.#connected = true;
    dropReceipt();
    this.#outlet.dispatch({ type: 'room_entered', atMs: this.#wayBack?.before.startedAtMs ?? Date.now() });
    if (this.#agentHere) this.#outlet.dispatch({ type: 'agent_joined' });
    this.#after(recordingDelayMs, () => this.#record());
    this.#expectAgent('agent_missing', agentTimeoutMs);
    this.#timers.add(setInterval(() => this.#listen(), hearEveryMs));
  }

  async setMuted(muted: boolean): Promise<void> {
    try {
      await this.#room?.setMuted(muted);
      this.#muted = muted;
      this.#outlet.dispatch({ type: 'muted', muted });
    } catch (error) {
      console.error('The microphone did not follow:', error);
    }
  }

  allowSound(): void {
    this.#mixer?.wake();
    this.#room?.allowSound().catch((error: unknown) => console.error('The sound did not start:', error));
  }

  async type(text: string): Promise<void> {
    const segment = `typed-${++this.#typed}`;
    this.#outlet.caption({ segment, speaker: 'visitor', text, first: true });
    this.#outlet.dispatch({ type: 'heard' });
    await this.#room?.type(text).catch((error: unknown) => console.error('The text was not sent:', error));
  }

  async useDevice(kind: DeviceKind, deviceId: string): Promise<void> {
    if (this.#finishing) return;
    await this.#room?.useDevice(kind, deviceId);
  }

  /** Nothing of the recording is kept, and what is being sent is broken off. */
  async dropRecording(): Promise<void> {
    this.#dropped.abort();
    await this.#keeper?.forget();
  }

  /** Stops the recording, sends it, leaves the room: in this order. Safe to call twice; never rejects. */
  finish(): Promise<void> {
    return (this.#finishing ??= this.#finish());
  }

  async #finish(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#keeper?.end();
    const [recorded] = await Promise.all([this.#recorder?.stop(), this.#agentRecording?.stop()]);
    this.#outlet.dispatch({ type: 'recording', recording: false });
    // After the end, microphone and playback stop at once; the upload goes on.
    this.#microphone?.stop();
    this.#room?.hush();
    const patience = new Promise((resolve) => setTimeout(resolve, uploadBeforeLeavingMs));
    const delivery = recorded && this.#deliver(recorded).catch((error: unknown) => this.#keepForLater(error));
    await Promise.race([delivery, patience]);
    await this.#room?.leave().catch(() => undefined);
    await this.#mixer?.close();
  }

  async #deliver({ chunks, ...recorded }: Awaited<ReturnType<Recorder['stop']>>): Promise<void> {
    if (!this.#keeper || !this.#grant) return;
    const whole = await this.#keeper.whole();
    if (chunks.length === 0 && !whole) return this.#keeper.forget();
    const file = whole
      ? await toFile(whole)
      : await this.#withAgent(await toFile({ ...this.#owner(this.#grant), ...recorded, chunks }));
    const { answersMs, voice } = this.#hearing;
    const { audio, ...call } = file;
    const audioUrl = URL.createObjectURL(audio);
    const receipt: Receipt = { ...call, audioUrl, answersMs, voice, delivery: 'sending', sentShare: 0 };
    keepReceipt(receipt);
    const { signal } = this.#dropped;
    const isShown = () => !signal.aborted && lastReceipt.get()?.room === receipt.room;
    const onProgress = (sentShare: number | null) => {
      if (!isShown()) return;
      const delivery = sentShare === null ? 'retrying' : 'sending';
      lastReceipt.set({ ...receipt, delivery, sentShare: sentShare ?? 0 });
    };
    const steps = this.#grant.spanId === undefined ? undefined : this.#steps;
    const delivered = await deliverRecording({ ...file, steps }, this.#keeper, { signal, onProgress });
    if (!signal.aborted) noteDelivery(receipt.room, delivered);
  }

  /** No file could be made of the recording; a later visit tries again. */
  async #keepForLater(error: unknown): Promise<void> {
    console.error('The recording could not be sent:', error);
    await this.#keeper?.leave();
  }

  /** The visitor's voice alone is better than nothing. */
  async #withAgent(file: RecordedFile): Promise<RecordedFile> {
    if (!this.#agentRecording || !this.#recorder) return file;
    try {
      return { ...file, audio: await this.#agentRecording.beside(file.audio, this.#recorder.startedAtMs) };
    } catch (error) {
      console.error('The agent’s voice could not be put beside the visitor’s:', error);
      return file;
    }
  }

  /** Identity fields of the recording. */
  #owner({ roomName, token, directUpload: direct }: Grant) {
    return { room: roomName, phone: this.#request.phone, token, direct };
  }

  #record(): void {
    if (!this.#mixer || !this.#grant) return;
    try {
      // Where the graph does not run, both voices are recorded each by itself: the mixer's stream would be silent.
      const apart = this.#mixer.running ? undefined : this.#microphone;
      const stream = apart ? new MediaStream([apart.mediaStreamTrack]) : this.#mixer.stream;
      this.#recorder = new Recorder(stream, (chunk) => this.#keeper?.add(chunk));
      const recording = {
        ...this.#owner(this.#grant),
        mime: this.#recorder.mime,
        language: this.#request.language,
      };
      this.#keeper = new RecordingKeeper(recording, this.#wayBack?.before);
      this.#outlet.dispatch({ type: 'recording', recording: true });
      if (!apart) return;
      this.#agentRecording = new AgentRecording();
      for (const track of this.#mixer.agentTracks) this.#agentRecording.add(track);
    } catch (error) {
      console.error('This browser does not record:', error);
    }
  }

  /** Polls levels at 20 Hz: speech detection and the agent's response times. */
  #listen(): void {
    if (!this.#mixer?.running) return;
    const wasSilent = this.#hearing.silent;
    this.#hearing.add({
      ...this.#mixer.levels(),
      atMs: performance.now(),
      listening: this.#agentListens && !this.#muted,
    });
    const { heard, silent } = this.#hearing;
    if (heard) this.#outlet.dispatch({ type: 'heard' });
    if (silent !== wasSilent) this.#outlet.dispatch({ type: 'mic_silent', silent });
  }

  #hear(news: RoomNews): void {
    const { dispatch } = this.#outlet;
    switch (news.type) {
      case 'agent_joined':
        this.#agentHere = true;
        return dispatch(news);
      case 'agent_left':
        this.#agentHere = false;
        this.#agentListens = false;
        return this.#expectAgent('agent_left', agentLeftGraceMs);
      case 'agent_activity':
        this.#agentSpeaks = news.agent === 'speaking';
        this.#noteFirstWord();
        this.#agentListens = this.#agentHere && (news.agent === 'listening' || news.agent === 'hearing');
        // Without an audio graph, falls back to LiveKit's active speakers.
        if (news.agent === 'hearing' && this.#mixer?.running === false) this.#heardByServer = true;
        return dispatch(news);
      case 'agent_voice':
        if (!news.playing) return this.#mixer?.removeAgentVoice(news.track);
        this.#agentRecording?.add(news.track);
        return this.#mixer?.addAgentVoice(news.track);
      case 'microphone':
        this.#mixer?.setMicrophone(news.track);
        return dispatch({ type: 'mic_lost', lost: false });
      case 'microphone_lost':
        return dispatch({ type: 'mic_lost', lost: true });
      case 'caption':
        return this.#outlet.caption(news);
      case 'left':
        return news.closedByAgent ? this.#closedByAgent() : void this.#return();
      case 'connection_lost':
        this.#connected = false;
        return dispatch(news);
      case 'connection_back':
        return this.#back();
      default:
        return dispatch(news);
    }
  }

  /** While the connection is lost the agent cannot be seen; it is expected anew when that is back. */
  #expectAgent(otherwise: 'agent_missing' | 'agent_left', withinMs: number): void {
    this.#after(withinMs, () => this.#agentHere || !this.#connected || this.#failWith(otherwise));
  }

  /** A media server that has restarted may not know the room yet, and livekit-client gives up: the room is asked for again. */
  async #return(): Promise<void> {
    this.#connected = false;
    this.#agentHere = false;
    this.#outlet.dispatch({ type: 'connection_lost' });
    for (const waitMs of returnWaitsMs) {
      await new Promise<void>((resolve) => this.#after(waitMs, resolve));
      const answer = await requestToken(this.#request, this.#grant?.roomName);
      if (this.#finishing) return;
      if (answer.ok && (await this.#reenter(answer.token))) return this.#back();
      if (!answer.ok && !mayPass(answer.event)) break;
    }
    this.#failWith('lost');
  }

  async #reenter(grant: Grant): Promise<boolean> {
    try {
      await this.#room?.enter(grant);
      if (!this.#finishing) await this.#room?.speak();
      return true;
    } catch (error) {
      console.error('The room could not be entered again:', error);
      return false;
    }
  }

  #back(): void {
    if (this.#finishing) return;
    this.#connected = true;
    this.#outlet.dispatch({ type: 'connection_back' });
    this.#expectAgent('agent_left', agentTimeoutMs);
  }

  /** No cooldown after a call in which the visitor was not heard. */
  #closedByAgent(): void {
    const wasHeard = this.#hearing.heard || this.#heardByServer || this.#typed > 0;
    if (wasHeard) this.#outlet.dispatch({ type: 'heard' });
    this.#fail({ type: 'closed_by_agent', untilMs: wasHeard ? beginCooldown() : null });
  }

  /** Fails the call: shows the fault and delivers the recording. */
  #fail(event: CallEvent): void {
    if (event.type === 'cooldown') beginCooldown(event.untilMs - Date.now());
    this.#outlet.dispatch(event);
    void this.finish();
  }

  #failWith(kind: 'agent_missing' | 'agent_left' | 'lost'): void {
    this.#fail({ type: 'failed', failure: { kind } });
  }

  #after(ms: number, act: () => void): void {
    this.#timers.add(setTimeout(act, ms));
  }
}

/** Whether a refused token is worth asking for again: the server was out of reach, or not well. */
function mayPass(event: CallEvent): boolean {
  if (event.type !== 'failed') return false;
  const { failure } = event;
  return failure.kind === 'connection' || (failure.kind === 'token' && failure.status >= 500);
}
