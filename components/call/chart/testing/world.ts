import { type ActorRefFrom, createActor } from 'xstate';
import { callMachine } from '../call-machine';
import type {
  StartRequest,
  MicrophoneEvent,
  PreviousCall,
  LiveRoomEvent,
  TokenAnswer,
  VisitorEvent,
} from '../events';
import type { CallSummary, Media, Ports, RunningRecording, Room } from '../ports';
import { type CallView, viewOf } from '../view';
import { SharedLock, VirtualClock } from './clock';

export const request: StartRequest = { phone: '+998 90 123 45 67', language: 'uz', isTyping: false };

interface WorldOptions {
  lock?: SharedLock;
  clock?: VirtualClock;
  /** Gives each port its own delay. */
  isSlow?: boolean;
}

/** One tab in which only the ports are fakes; `log` collects the call's effects. */
export class World {
  readonly clock: VirtualClock;
  readonly log: string[] = [];
  readonly requestedRooms: string[] = [];
  readonly abandoned: string[] = [];
  readonly typingSignals: boolean[] = [];
  readonly summaries: CallSummary[] = [];
  readonly browser = {
    isMicrophoneGranted: false,
    isSupported: true,
    canRecord: true,
    /** The answer to the microphone's prompt; a promise leaves it open. */
    prompt: 'allow' as 'allow' | 'deny' | Promise<'allow' | 'deny'>,
  };
  /** The server's next answers; afterwards it grants. */
  answers: (TokenAnswer | Promise<TokenAnswer>)[] = [];
  /** The outcomes of the next entries into the room; later ones succeed. */
  entries: ('fail' | 'enter')[] = [];
  upload: Promise<void> = Promise.resolve();
  /** The step of the recording that fails. */
  failingStep: keyof RunningRecording | undefined;
  publication: Promise<void> = Promise.resolve();
  cooldownUntilMs: number | null = null;
  expectsSpeech: () => boolean = () => false;
  #emit: (event: LiveRoomEvent | MicrophoneEvent) => void = () => undefined;
  #rooms = 0;
  readonly #isSlow: boolean;
  readonly #actor: ActorRefFrom<typeof callMachine>;

  constructor({ lock = new SharedLock(), clock = new VirtualClock(), isSlow = false }: WorldOptions = {}) {
    const { setTimeout, clearTimeout } = clock;
    this.clock = clock;
    this.#isSlow = isSlow;
    this.#actor = createActor(callMachine, {
      input: this.#ports(lock),
      clock: { setTimeout, clearTimeout },
    }).start();
  }

  get view(): CallView {
    return viewOf(this.#actor.getSnapshot());
  }

  /** The ids of the requests that are open. */
  get children(): string[] {
    return Object.keys(this.#actor.getSnapshot().children);
  }

  get outcome(): string | undefined {
    return this.summaries.at(-1)?.outcome;
  }

  async send(event: VisitorEvent): Promise<void> {
    this.#actor.send(event);
    await this.clock.advance(0);
  }

  /** Emits an event of the room or the microphone. */
  async emit(event: LiveRoomEvent | MicrophoneEvent): Promise<void> {
    this.#emit(event);
    await this.clock.advance(0);
  }

  /** Starts a call whose agent has spoken and listens, and lets half a minute pass. */
  async enterCall(startRequest = request): Promise<void> {
    await this.send({ type: 'start', request: startRequest });
    await this.emit({ type: 'room.agentJoined' });
    await this.emit({ type: 'room.agentActivity', activity: 'speaking' });
    await this.emit({ type: 'room.agentActivity', activity: 'listening' });
    await this.clock.advance(30_000);
  }

  async #delay(ms: number): Promise<void> {
    if (this.#isSlow) await new Promise<void>((resolve) => this.clock.setTimeout(resolve, ms));
  }

  #log(line: string): void {
    this.log.push(line);
  }

  #ports(lock: SharedLock): Ports {
    return {
      clock: this.clock,
      media: {
        isSupported: () => this.browser.isSupported,
        isMicrophoneGranted: () => this.browser.isMicrophoneGranted,
        faultOf: (error) => (error instanceof Error && error.message === 'deny' ? 'denied' : 'other'),
        open: async ({ isTyping, signal }) => {
          await this.#delay(7);
          const answer = isTyping ? 'type' : await this.browser.prompt;
          if (answer === 'deny') throw new Error('deny');
          this.#log(isTyping ? 'audio opened' : 'microphone opened');
          if (signal.aborted && !isTyping) this.#log('microphone stopped');
          return this.#media(!isTyping);
        },
      },
      tokens: {
        newRoomName: () => `room-${++this.#rooms}`,
        request: async (_, roomName) => {
          this.requestedRooms.push(roomName);
          const grant = { roomName, token: 't', serverUrl: 'ws://here' };
          return (await this.answers.shift()) ?? { ok: true, grant };
        },
        hangUp: ({ roomName }) => this.#log(`${roomName} hung up`),
      },
      tab: {
        lockCall: async (options) => {
          const release = await lock.acquire(options);
          return release && (() => (this.#log('tab lock released'), release()));
        },
        readCooldown: () => {
          const { cooldownUntilMs } = this;
          return cooldownUntilMs !== null && cooldownUntilMs > this.clock.now() ? cooldownUntilMs : null;
        },
        startCooldown: (untilMs) => void (this.cooldownUntilMs = untilMs),
        saveCurrentCall: () => undefined,
        abandon: ({ room }) => void this.abandoned.push(room),
        showForm: () => this.#log('form shown'),
        reloadForNewTerms: () => this.#log('page reloaded'),
      },
    };
  }

  #media(hasMicrophone: boolean): Media {
    let room: Room | undefined;
    return {
      get room() {
        return room;
      },
      openRoom: (emit) => void (room = this.#room(hasMicrophone, emit)),
      record: ({ isMuted }) => {
        if (!this.browser.canRecord) throw new Error('no recorder');
        this.#log(isMuted ? 'recording, muted' : 'recording');
        return this.#recording();
      },
      measure: (expectsSpeech) => {
        this.expectsSpeech = expectsSpeech;
        return () => void (this.expectsSpeech = () => false);
      },
      resetSilence: () => undefined,
      levels: () => ({ visitor: 0, agent: 0 }),
      bars: () => [],
      wake: () => undefined,
      stopMicrophone: () => hasMicrophone && this.#log('microphone stopped'),
      close: async () => this.#log('audio closed'),
    };
  }

  #recording(): RunningRecording {
    return {
      saveMuted: (muted) => this.#log(muted ? 'saved as muted' : 'saved as unmuted'),
      stop: async () => {
        await this.#delay(5);
        if (this.failingStep === 'stop') throw new Error('no recorder');
        this.#log('recording stopped');
      },
      deliver: async (summary) => {
        if (this.failingStep === 'deliver') throw new Error('no recording');
        this.summaries.push(summary);
        this.#log('recording sent');
        await this.#delay(1300);
        await this.upload;
      },
    };
  }

  #room(hasMicrophone: boolean, emit: (event: LiveRoomEvent | MicrophoneEvent) => void): Room {
    this.#emit = emit;
    let leaves = 0;
    return {
      enter: async () => {
        const entry = this.entries.shift();
        const leavesBefore = leaves;
        await this.#delay(41);
        if (entry === 'fail' || leaves > leavesBefore) throw new Error('no media server');
        this.#log('room entered');
      },
      publishMicrophone: async () => {
        await this.#delay(11);
        await this.publication;
        if (hasMicrophone) this.#log('microphone published');
      },
      setMuted: async (isMuted) => {
        await this.#delay(3);
        this.#log(isMuted ? 'muted' : 'unmuted');
        emit({ type: 'microphone.muted', isMuted });
      },
      reopenMicrophone: () => {
        this.#log('microphone reopened');
        emit({ type: 'microphone.restarted' });
      },
      publishTyping: (typing) => void this.typingSignals.push(typing),
      stopVoices: () => this.#log('voices stopped'),
      leave: async () => {
        leaves++;
        await this.#delay(13);
        this.#log('room left');
      },
      sendText: async (text) => {
        emit({ type: 'room.textSent', text });
        return true;
      },
      useDevice: async () => true,
      allowSound: async () => undefined,
    };
  }
}

export function interruptedCall(world: World, change: Partial<PreviousCall> = {}): PreviousCall {
  const room = 'room-before';
  const grant = { roomName: room, token: 't', serverUrl: 'ws://here' };
  const nowMs = world.clock.now();
  const times = { startedAtMs: nowMs - 60_000, lastSeenMs: nowMs - 2000 };
  return { room, grant, ...times, muted: false, chunks: 1, release: () => undefined, ...change };
}
