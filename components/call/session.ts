import { frameAt, frameHeights } from '@/lib/equalizer';
import type { BrowserStep } from '@/lib/contracts/recording';
import { createRoomName } from '@/lib/contracts/room';
import { beginCooldown, noteCall, readCooldown } from './after-call';
import type { CallEvent, CallRequest, Outcome } from './call-machine';
import type { CaptionNews } from './captions';
import {
  type DeviceKind,
  type Microphone,
  microphoneDenied,
  microphoneGranted,
  microphoneProblem,
} from './devices';
import { Hearing } from './recording/hearing';
import type { Levels, Mixer } from './recording/mixer';
import { claimCall } from './one-call';
import { Opening } from './opening';
import type { BrokenOffCall } from './recording/outbox';
import { CallRecording } from './recording/call-recording';
import { type Grant, type TokenAnswer, isTaken, mayPass, requestToken } from './request-token';
import { LiveRoom, type RoomNews, canHoldCalls } from './room';
import { Writing } from './writing';

/** The recording starts this long after the room was entered. */
const recordingDelayMs = 500;
/** A browser that asks for so long may be asking where nobody looks. */
const promptOverlookedMs = 3000;
/** An agent that is not there by then will not come. */
const agentTimeoutMs = 15_000;
/** An agent that closes the room leaves it a moment before the visitor hears of the closing. */
const agentLeftGraceMs = 2500;
/** The room is left when the recording has been sent, or after so long; the upload then goes on in the background. */
const uploadBeforeLeavingMs = 8000;
const hearEveryMs = 50;
/** How often, and after which waits, a visitor who was thrown out of the room tries to get back into it. */
const returnWaitsMs = [0, 1000, 2000, 4000, 8000];

export const silence: Levels = { visitor: 0, agent: 0 };

interface Outlet {
  dispatch: (event: CallEvent) => void;
  caption: (caption: CaptionNews) => void;
}

/** The way back into a call that the page was in before it was reloaded. */
export interface WayBack {
  grant: Grant;
  before: BrokenOffCall;
}

interface Way {
  back?: WayBack | undefined;
  /** The way back is asked for again. */
  again?: boolean | undefined;
  unentered?: string | undefined;
}

/** One call from the microphone to the delivered recording: what happens in it is told as events of the machine. */
export class CallSession {
  #request: CallRequest;
  #unentered: string | undefined;
  readonly #outlet: Outlet;
  readonly #wayBack: WayBack | undefined;
  readonly #again: boolean;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #hearing = new Hearing();
  readonly #opening = new Opening();
  #room: LiveRoom | undefined;
  #recording: CallRecording | undefined;
  #grant: Grant | undefined;
  #connected = false;
  #agentHere = false;
  #agentCame = false;
  /** The agent closed the room, and whether it had heard the visitor. */
  #closedHeard: boolean | undefined;
  #agentListens = false;
  #agentSpeaks = false;
  #muted = false;
  #heardByServer = false;
  /** Undefined where the agent does not say. */
  #heardByAgent: boolean | undefined;
  #typed = 0;
  readonly #writing = new Writing((writing) => {
    // Told again with the next key, and the next question.
    if (this.#connected) this.#room?.tellWriting(writing).catch(() => undefined);
    return this.#connected;
  });
  #finishing: Promise<void> | undefined;
  #release: (() => void) | null | undefined;
  readonly #steps: BrowserStep[] = [];
  #stepFromMs = Date.now();

  /** @param way back into a call, or into the room that an earlier try was given and did not enter */
  constructor(request: CallRequest, outlet: Outlet, { back, again = false, unentered }: Way = {}) {
    this.#request = request;
    this.#outlet = outlet;
    this.#wayBack = back;
    this.#again = again;
    this.#unentered = unentered;
  }

  /** The room that this call has asked for and not entered: its agent waits there for a while, and it counts as a call. */
  get unentered(): string | undefined {
    return this.#unentered;
  }

  get #microphone(): Microphone | undefined {
    return this.#opening.microphone;
  }

  get #mixer(): Mixer | undefined {
    return this.#opening.mixer;
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

  /**
   * Microphone, token, room: up to the moment when only the agent is missing. Never throws.
   * @param takeOver whether a call of another tab ends for this one
   */
  async start(takeOver = false): Promise<void> {
    if (!canHoldCalls()) return this.#fail({ type: 'failed', failure: { kind: 'unsupported' } });
    this.#release = await claimCall(takeOver, () => void this.end());
    if (this.#finishing) return this.#release?.();
    if (!this.#release) return this.#fail({ type: 'failed', failure: { kind: 'other_tab' } });
    const typing = this.#request.typing === true;
    // Where the microphone is allowed already, the token is fetched and the audio graph built while it opens.
    const granted = typing || microphoneGranted();
    const early = granted ? this.#askForToken() : undefined;
    this.#after(promptOverlookedMs, () => this.#outlet.dispatch({ type: 'mic_overlooked' }));
    try {
      await this.#opening.open(typing, granted);
    } catch (error) {
      return this.#fail(microphoneProblem(error));
    }
    if (this.#finishing) {
      this.#microphone?.stop();
      return void this.#mixer?.close();
    }
    this.#outlet.dispatch({ type: 'mic_granted' });

    const answer = await (early ?? this.#askForToken());
    if (this.#finishing) return;
    if (!answer.ok) return this.#fail(answer.event);
    this.#grant = answer.token;
    this.#step('token', answer.token.spanId);
    this.#room = new LiveRoom(this.#microphone, (news) => this.#hear(news));
    try {
      if (this.#microphone && this.#wayBack?.before.muted) await this.setMuted(true);
      await this.#room.enter(answer.token);
      if (this.#finishing) return;
      this.#entered();
      await this.#room.speak();
    } catch (error) {
      console.error('The room could not be entered:', error);
      // A room that one comes back to too late is gone.
      this.#failWith(this.#wayBack ? 'lost' : 'connection');
    }
  }

  /** While the browser still asks for the microphone: the visitor types. */
  typeInstead(): void {
    this.#request = { ...this.#request, typing: true };
    this.#opening.typeInstead();
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

  async #askForWayBack({ grant, before }: WayBack): Promise<TokenAnswer> {
    const answer = this.#again ? await requestToken(this.#request, before.room) : null;
    if (answer?.ok) return answer;
    if (answer === null || mayPass(answer.event)) return { ok: true, token: grant };
    return { ok: false, event: { type: 'failed', failure: { kind: 'lost' } } };
  }

  async #askForToken(): Promise<TokenAnswer> {
    if (this.#wayBack) return this.#askForWayBack(this.#wayBack);
    const isKept = this.#unentered !== undefined;
    // Noted before it is asked for: the server may have made the call whose answer is late, or lost.
    let answer = await requestToken(this.#request, (this.#unentered ??= createRoomName()));
    // The agent has waited there in vain, and closed the room.
    if (isKept && isTaken(answer))
      answer = await requestToken(this.#request, (this.#unentered = createRoomName()));
    if (!answer.ok && !mayPass(answer.event)) this.#unentered = undefined;
    return answer;
  }

  #entered(): void {
    this.#step('connect');
    this.#noteFirstWord();
    this.#connected = true;
    this.#unentered = undefined;
    const room = this.#grant?.roomName;
    if (room !== undefined) noteCall(room);
    this.#outlet.dispatch({
      type: 'room_entered',
      atMs: this.#wayBack?.before.startedAtMs ?? Date.now(),
      room,
    });
    if (this.#muted) this.#outlet.dispatch({ type: 'muted', muted: true });
    if (this.#agentHere) this.#outlet.dispatch({ type: 'agent_joined' });
    this.#after(recordingDelayMs, () => this.#record());
    this.#expectAgent('agent_missing', agentTimeoutMs);
    this.#timers.add(setInterval(() => this.#listen(), hearEveryMs));
  }

  async setMuted(muted: boolean): Promise<void> {
    try {
      await this.#room?.setMuted(muted);
      this.#muted = muted;
      this.#recording?.noteMuted(muted);
      this.#outlet.dispatch({ type: 'muted', muted });
    } catch (error) {
      console.error('The microphone did not follow:', error);
      this.#outlet.dispatch({ type: 'mic_lost', lost: (await microphoneDenied()) ? 'denied' : 'gone' });
    }
  }

  /** Opens a microphone anew that was lost; for who had muted it, unmutes it. */
  async reopenMicrophone(): Promise<void> {
    if (this.#finishing) return;
    await (this.#muted ? this.setMuted(false) : this.#room?.reopenMicrophone());
  }

  allowSound(): void {
    this.#mixer?.wake();
    this.#room?.allowSound().catch((error: unknown) => console.error('The sound did not start:', error));
  }

  /** Whether the text was sent: there has to be an agent to read it. */
  async type(text: string): Promise<boolean> {
    if (!this.#room || !this.#connected || !this.#agentHere) return false;
    try {
      await this.#writing.sends(this.#room.type(text));
    } catch (error) {
      console.error('The text was not sent:', error);
      return false;
    }
    this.#hearing.typed();
    const segment = `typed-${++this.#typed}`;
    this.#outlet.caption({ segment, speaker: 'visitor', text, first: true });
    return true;
  }

  /** @param text what the field for typed answers holds */
  setWriting(writing: boolean, text = ''): void {
    this.#writing.set(writing, text);
  }

  /** Whether the device was taken, or will be by the next call. */
  async useDevice(kind: DeviceKind, deviceId: string): Promise<boolean> {
    if (this.#finishing || !this.#room) return true;
    return this.#room.useDevice(kind, deviceId);
  }

  /** Nothing of the recording is kept, and what is being sent is broken off: if it is the one of this room. */
  async dropRecording(room: string): Promise<void> {
    if (this.#grant?.roomName === room) await this.#recording?.drop();
  }

  /** As the visitor ends it. */
  async end(): Promise<void> {
    this.#outlet.dispatch({ type: 'end_pressed' });
    await this.finish();
    // An agent that was saying goodbye may have closed the room meanwhile, which begins the wait for the next call.
    this.#outlet.dispatch(
      this.#recording
        ? { type: 'saved', untilMs: readCooldown(), outcome: this.#outcome }
        : { type: 'nothing_said' },
    );
  }

  /** Stops the recording, sends it, leaves the room: in this order. Safe to call twice; never rejects. */
  finish(): Promise<void> {
    return (this.#finishing ??= this.#finish());
  }

  async #finish(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    // Another call may begin while this one's recording is sent.
    this.#release?.();
    const recorded = await this.#recording?.stop();
    this.#outlet.dispatch({ type: 'recording', recording: false });
    // After the end, microphone and playback stop at once; the upload goes on.
    this.#microphone?.stop();
    this.#room?.hush();
    const patience = new Promise((resolve) => setTimeout(resolve, uploadBeforeLeavingMs));
    const heard = { ...this.#heard, outcome: this.#outcome };
    const delivered = recorded && this.#recording?.deliver(recorded, heard, this.#steps);
    await Promise.race([delivered, patience]);
    await this.#room?.leave().catch(() => undefined);
    await this.#mixer?.close();
  }

  #record(): void {
    if (!this.#mixer || !this.#grant) return;
    const [grant, request, muted] = [this.#grant, this.#request, this.#muted];
    const call = { grant, request, muted, before: this.#wayBack?.before };
    try {
      this.#recording = new CallRecording(this.#mixer, this.#microphone, call);
      this.#outlet.dispatch({ type: 'recording', recording: true });
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
      listening:
        this.#agentListens && !this.#muted && !this.#writing.answers && this.#microphone !== undefined,
    });
    const { silent } = this.#hearing;
    if (silent !== wasSilent) this.#outlet.dispatch({ type: 'mic_silent', silent });
  }

  #hear(news: RoomNews): void {
    const { dispatch } = this.#outlet;
    switch (news.type) {
      case 'agent_joined':
        this.#agentHere = this.#agentCame = true;
        return dispatch(news);
      case 'agent_left':
        this.#agentHere = false;
        this.#agentListens = false;
        return this.#expectAgent('agent_left', agentLeftGraceMs);
      case 'agent_activity':
        this.#agentSpeaks = news.agent === 'speaking';
        this.#noteFirstWord();
        this.#agentTurn(news.agent);
        // Without an audio graph, falls back to LiveKit's active speakers.
        if (news.agent === 'hearing' && this.#mixer?.running === false) this.#heardByServer = true;
        return dispatch(news);
      case 'visitor_heard':
        this.#heardByAgent ||= news.heard;
        return;
      case 'agent_voice':
        if (!news.playing) return this.#mixer?.removeAgentVoice(news.track);
        this.#recording?.addAgentVoice(news.track);
        return this.#mixer?.addAgentVoice(news.track);
      case 'microphone':
        this.#mixer?.setMicrophone(news.track);
        this.#recording?.addMicrophone(news.track);
        this.#writing.hold(false);
        return dispatch({ type: 'mic_lost', lost: null });
      case 'microphone_held':
        this.#writing.hold(news.held);
        return news.held ? undefined : dispatch({ type: 'mic_lost', lost: null });
      case 'microphone_lost':
        return dispatch({ type: 'mic_lost', lost: news.denied ? 'denied' : 'gone' });
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

  #agentTurn(agent: Extract<CallEvent, { type: 'agent_activity' }>['agent']): void {
    const listens = this.#agentHere && (agent === 'listening' || agent === 'hearing');
    // With each question: the agent may have come, or come back, since it was told.
    if (listens && !this.#agentListens) this.#writing.asked();
    this.#agentListens = listens;
  }

  /** While the connection is lost the agent cannot be seen; it is expected anew when that is back. */
  #expectAgent(otherwise: 'agent_missing' | 'agent_left', withinMs: number): void {
    this.#after(withinMs, () => this.#agentHere || !this.#connected || this.#failWith(otherwise));
  }

  /** A media server that has restarted may not know the room yet, and livekit-client gives up: the room is asked for again. */
  async #return(): Promise<void> {
    this.#connected = false;
    this.#agentHere = false;
    this.#agentListens = false;
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

  get #outcome(): Outcome | undefined {
    if (this.#closedHeard !== undefined) return this.#closedHeard ? undefined : 'unheard';
    // Whether an agent came, and heard somebody, before the page was reloaded is not known.
    if (this.#wayBack) return undefined;
    if (!this.#agentCame) return 'unanswered';
    // Of what was said last the agent may have made no turn yet.
    const isHeard = this.#heardByAgent || this.#heardByServer || this.#typed > 0;
    const isSilent = this.#microphone === undefined || this.#hearing.voiceless;
    return !isHeard && isSilent ? 'unheard' : undefined;
  }

  /** The typing visitor's room is no voice. */
  get #heard(): Pick<Hearing, 'answersMs' | 'voice'> {
    const { answersMs, voice } = this.#hearing;
    return { answersMs, voice: this.#microphone ? voice : [] };
  }

  /** No cooldown after a call in which the visitor was not heard. */
  #closedByAgent(): void {
    // The agent hears turns; this tab any loud noise, and none of before a reload.
    const heardHere = this.#hearing.heard || this.#heardByServer || this.#typed > 0;
    const wasHeard = this.#heardByAgent ?? heardHere;
    this.#closedHeard = wasHeard;
    if (wasHeard) this.#outlet.dispatch({ type: 'heard' });
    this.#fail({ type: 'closed_by_agent', untilMs: wasHeard ? beginCooldown() : null });
  }

  /** Fails the call: shows the fault and delivers the recording. */
  #fail(event: CallEvent): void {
    if (event.type === 'cooldown') beginCooldown(event.untilMs - Date.now());
    this.#outlet.dispatch(event);
    void this.finish();
  }

  #failWith(kind: 'connection' | 'agent_missing' | 'agent_left' | 'lost'): void {
    this.#fail({ type: 'failed', failure: { kind } });
  }

  #after(ms: number, act: () => void): void {
    this.#timers.add(setTimeout(act, ms));
  }
}
