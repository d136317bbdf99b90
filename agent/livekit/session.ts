import {
  ContinualGatheringPolicy,
  DisconnectReason,
  IceTransportType,
  Room,
  RoomEvent,
} from '@livekit/rtc-node';
import { RoomServiceClient } from 'livekit-server-sdk';
import { dispatchMetadata } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { liveKit } from '../../lib/server/calls/livekit.ts';
import { log } from '../../lib/server/platform/log.ts';
import {
  type EndReason,
  type InterviewAction,
  type InterviewEvent,
  type TimerName,
  newInterview,
  step,
} from '../interview/machine.ts';
import type { Line } from '../interview/script.ts';
import { EventSender, postSigned, webUrl } from '../reporting/events.ts';
import { Visitors } from './participants.ts';
import { Mouth } from './publisher.ts';
import type { Phrases } from './speech.ts';
import type { Job } from './worker.ts';

/** How long the room stays open after the end, so that the web app knows of it before the visitor's browser does. */
const endKnownWithinMs = 1_000;
/** How long what is not confirmed is sent again after a call, and after one that was broken off with the process. */
const flushMs = 90_000;
const flushAtExitMs = 6_000;

/** A server's network doesn't change in a call: looking for it once saves a tenth of what joining costs. */
export const roomOptions = {
  autoSubscribe: true,
  dynacast: false,
  rtcConfig: {
    iceTransportType: IceTransportType.TRANSPORT_ALL,
    continualGatheringPolicy: ContinualGatheringPolicy.GATHER_ONCE,
    iceServers: [],
  },
};

/** Holds one call, from joining the room to the last event confirmed. */
export async function holdCall(job: Job, phrases: Phrases, signal: AbortSignal): Promise<void> {
  const { language } = dispatchMetadata.parse(JSON.parse(job.metadata));
  const call = new Call(job, language, phrases);
  const broken = () => call.tell({ type: 'failed', atMs: Date.now() });
  signal.addEventListener('abort', broken);
  try {
    await call.hold();
  } finally {
    await call.close(signal);
    signal.removeEventListener('abort', broken);
  }
}

class Call {
  readonly #job: Job;
  readonly #language: Language;
  readonly #phrases: Phrases;
  readonly #room = new Room();
  readonly #visitors: Visitors;
  readonly #sender: EventSender;
  readonly #timers = new Map<TimerName, NodeJS.Timeout>();
  readonly #ended = Promise.withResolvers<EndReason>();
  #interview = newInterview();
  #mouth: Mouth | undefined;
  #turns = 0;
  #queue: InterviewEvent[] | undefined;

  constructor(job: Job, language: Language, phrases: Phrases) {
    this.#job = job;
    this.#language = language;
    this.#phrases = phrases;
    this.#sender = new EventSender(webUrl(`/api/calls/${job.room}/events`), job.room, postSigned);
    this.#visitors = new Visitors(this.#room, {
      onMet: () => this.tell({ type: 'visitor_met', atMs: Date.now() }),
      onLost: (forGood) => this.tell({ type: 'visitor_lost', atMs: Date.now(), forGood }),
      onBack: () => this.tell({ type: 'visitor_back', atMs: Date.now() }),
      onSpeech: (change) =>
        this.tell(
          change.type === 'started'
            ? { type: 'speech_started', atMs: Date.now(), fromMs: change.fromMs }
            : { type: 'speech_ended', atMs: Date.now(), fromMs: change.fromMs, toMs: change.toMs },
        ),
    });
    this.#room.on(RoomEvent.Disconnected, (reason) => {
      const atMs = Date.now();
      const closed = reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.ROOM_CLOSED;
      this.tell(closed ? { type: 'visitor_lost', atMs, forGood: true } : { type: 'failed', atMs });
    });
  }

  /** @throws Error if the room can't be joined */
  async hold(): Promise<void> {
    await this.#room.connect(this.#job.url, this.#job.token, roomOptions);
    this.#mouth = await Mouth.open(this.#room);
    this.tell({ type: 'entered', atMs: Date.now() });
    this.#visitors.look();
    const reason = await this.#ended.promise;
    log.info('call_ended', { room: this.#job.room, reason, turns: this.#turns });
    if (reason === 'agent_closed') await this.#closeRoom();
  }

  async #closeRoom(): Promise<void> {
    await this.#sender.settled(endKnownWithinMs);
    const { url, key, secret } = liveKit();
    const rooms = new RoomServiceClient(url.replace(/^ws/, 'http'), key, secret);
    await rooms
      .deleteRoom(this.#job.room)
      .catch((cause: unknown) => log.warn('room_not_closed', { room: this.#job.room }, cause));
  }

  /** Gives an event to the interview and does what it answers. Events that come meanwhile wait their turn. */
  tell(event: InterviewEvent): void {
    if (this.#queue !== undefined) {
      this.#queue.push(event);
      return;
    }
    this.#queue = [event];
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { next: interview, actions } = step(this.#interview, next);
      this.#interview = interview;
      for (const action of actions) this.#perform(action);
    }
    this.#queue = undefined;
  }

  async close(signal: AbortSignal): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#visitors.close();
    await this.#mouth?.close();
    await this.#room.disconnect();
    const hurry = () => void this.#sender.close(flushAtExitMs);
    if (signal.aborted) hurry();
    signal.addEventListener('abort', hurry);
    await this.#sender.close(flushMs);
    signal.removeEventListener('abort', hurry);
  }

  #perform(action: InterviewAction): void {
    switch (action.type) {
      case 'say':
        void this.#say(action.line);
        break;
      case 'stop_speaking':
        this.#mouth?.stop();
        break;
      case 'set_timer':
        this.#setTimer(action.timer, action.ms);
        break;
      case 'clear_timer':
        clearTimeout(this.#timers.get(action.timer));
        break;
      case 'report_started':
        this.#sender.push({ type: 'started', atMs: action.atMs });
        break;
      case 'report_turn':
        this.#sender.push({ type: 'turn', index: this.#turns++, ...action.turn });
        break;
      case 'end':
        this.#sender.push({ type: 'ended', atMs: action.atMs, reason: action.reason });
        this.#ended.resolve(action.reason);
        break;
    }
  }

  async #say(line: Line): Promise<void> {
    try {
      await this.#mouth?.say(this.#phrases.speech(this.#language, line), {
        onSentence: (index) => this.tell({ type: 'sentence_started', index, atMs: Date.now() }),
        onEnd: (text) => this.tell({ type: 'line_ended', atMs: Date.now(), text }),
      });
    } catch (cause) {
      log.error('agent_voice_failed', { room: this.#job.room }, cause);
      this.tell({ type: 'failed', atMs: Date.now() });
    }
  }

  #setTimer(timer: TimerName, ms: number): void {
    clearTimeout(this.#timers.get(timer));
    this.#timers.set(
      timer,
      setTimeout(() => this.tell({ type: 'timer', timer, atMs: Date.now() }), ms),
    );
  }
}
