import { startCooldown } from '@/lib/contracts/cooldown';
import type { CallRequest } from './call';
import type { CallEvent } from './call-machine';
import { Mixer } from './mixer';
import { RecordingKeeper, deliverRecording } from './outbox';
import { Recorder } from './recorder';
import { type Grant, requestToken } from './request-token';
import {
  LiveRoom,
  type Microphone,
  type RoomNews,
  microphoneGranted,
  microphoneProblem,
  openMicrophone,
} from './room';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Whether the browser asks before the page is left: a closed tab would break the call off. */
export function guardLeaving(on: boolean): void {
  if (on) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const memory = new Map<string, string>();
const inMemory: TabStorage = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};

/** Session storage, or memory where the browser keeps it closed. */
export function tabStorage(): TabStorage {
  try {
    return sessionStorage;
  } catch {
    return inMemory;
  }
}

/** The recording starts this long after the room was entered (spec.md section 4). */
const recordingDelayMs = 500;
/** An agent that is not there by then will not come. */
const agentTimeoutMs = 15_000;
/** An agent that closes the room leaves it a moment before the visitor hears of the closing. */
const agentLeftGraceMs = 2500;

interface Outlet {
  dispatch: (event: CallEvent) => void;
  caption: (caption: { segment: string; text: string; first: boolean }) => void;
}

/** One call from the microphone to the delivered recording: what happens in it is told as events of the machine. */
export class CallSession {
  readonly #request: CallRequest;
  readonly #outlet: Outlet;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #microphone: Microphone | undefined;
  #room: LiveRoom | undefined;
  #mixer: Mixer | undefined;
  #recorder: Recorder | undefined;
  #keeper: RecordingKeeper | undefined;
  #grant: Grant | undefined;
  #agentHere = false;
  #finishing: Promise<void> | undefined;

  constructor(request: CallRequest, outlet: Outlet) {
    this.#request = request;
    this.#outlet = outlet;
  }

  get mixer(): Mixer | undefined {
    return this.#mixer;
  }

  /** Microphone, token, room: up to the moment when only the agent is missing. Never throws. */
  async start(): Promise<void> {
    // Where the microphone is allowed already, the token is fetched at the same time.
    const early = (await microphoneGranted()) ? requestToken(this.#request) : undefined;
    try {
      this.#microphone = await openMicrophone();
    } catch (error) {
      return this.#fail(microphoneProblem(error));
    }
    if (this.#finishing) return this.#microphone.stop();
    this.#mixer = new Mixer();
    this.#mixer.setMicrophone(this.#microphone.mediaStreamTrack);
    this.#outlet.dispatch({ type: 'mic_granted' });

    const answer = await (early ?? requestToken(this.#request));
    if (this.#finishing) return;
    if (!answer.ok) return this.#fail(answer.event);
    this.#grant = answer.token;
    this.#room = new LiveRoom(this.#microphone, (news) => this.#hear(news));
    try {
      await this.#room.enter(answer.token);
      if (this.#finishing) return;
      this.#entered();
      await this.#room.speak();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#fail({ type: 'failed', failure: { kind: 'connection', message } });
    }
  }

  #entered(): void {
    this.#outlet.dispatch({ type: 'room_entered', atMs: Date.now() });
    if (this.#agentHere) this.#outlet.dispatch({ type: 'agent_joined' });
    this.#after(recordingDelayMs, () => this.#record());
    this.#after(agentTimeoutMs, () => this.#agentHere || this.#failWith('agent_missing'));
  }

  async setMuted(muted: boolean): Promise<void> {
    try {
      await this.#room?.setMuted(muted);
      this.#outlet.dispatch({ type: 'muted', muted });
    } catch (error) {
      console.error('The microphone did not follow:', error);
    }
  }

  allowSound(): void {
    this.#mixer?.wake();
    this.#room?.allowSound().catch((error: unknown) => console.error('The sound did not start:', error));
  }

  /** Stops the recording, leaves the room and delivers what was recorded. Safe to call twice; never rejects. */
  finish(): Promise<void> {
    return (this.#finishing ??= this.#finish());
  }

  async #finish(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const recorded = await this.#recorder?.stop();
    this.#outlet.dispatch({ type: 'recording', recording: false });
    await this.#room?.leave().catch(() => undefined);
    this.#microphone?.stop();
    await this.#mixer?.close();
    if (!recorded || !this.#keeper || !this.#grant) return;
    if (recorded.chunks.length === 0) return this.#keeper.forget();
    await deliverRecording({ ...this.#owner(this.#grant), ...recorded }, this.#keeper);
  }

  /** Whose recording it is. */
  #owner({ roomName, token }: Grant) {
    return { room: roomName, phone: this.#request.phone, token };
  }

  #record(): void {
    if (!this.#mixer || !this.#grant) return;
    try {
      this.#recorder = new Recorder(this.#mixer.stream, (chunk) => this.#keeper?.add(chunk));
      this.#keeper = new RecordingKeeper({ ...this.#owner(this.#grant), mime: this.#recorder.mime });
      this.#outlet.dispatch({ type: 'recording', recording: true });
    } catch (error) {
      console.error('This browser does not record:', error);
    }
  }

  #hear(news: RoomNews): void {
    const { dispatch } = this.#outlet;
    switch (news.type) {
      case 'agent_joined':
        this.#agentHere = true;
        return dispatch(news);
      case 'agent_left':
        this.#agentHere = false;
        return this.#after(agentLeftGraceMs, () => this.#agentHere || this.#failWith('agent_left'));
      case 'agent_voice':
        return news.playing
          ? this.#mixer?.addAgentVoice(news.track)
          : this.#mixer?.removeAgentVoice(news.track);
      case 'microphone':
        this.#mixer?.setMicrophone(news.track);
        return dispatch({ type: 'mic_lost', lost: false });
      case 'microphone_lost':
        return dispatch({ type: 'mic_lost', lost: true });
      case 'caption':
        return this.#outlet.caption(news);
      case 'left':
        if (!news.closedByAgent) return this.#failWith('lost');
        return this.#fail({ type: 'closed_by_agent', untilMs: startCooldown(tabStorage(), Date.now()) });
      default:
        return dispatch(news);
    }
  }

  /** The call is over by something that is not the visitor's doing: it is shown, and what was said is delivered. */
  #fail(event: CallEvent): void {
    if (event.type === 'cooldown') startCooldown(tabStorage(), Date.now(), event.untilMs - Date.now());
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
