import {
  ContinualGatheringPolicy,
  DisconnectReason,
  IceTransportType,
  Room,
  RoomEvent as LiveKitEvent,
  type TextStreamReader,
} from '@livekit/rtc-node';
import type { CallEvent, EndReason, Spent, Turn, TurnMetrics } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { type DispatchMetadata, writingTopic } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { roomService } from '../../lib/server/platform/livekit.ts';
import { readDispatch } from '../../lib/server/calls/rooms.ts';
import { log } from '../../lib/server/platform/log.ts';
import { step, traceSpan } from '../../lib/server/platform/telemetry.ts';
import { CallRefused, claimCall } from '../reporting/claim.ts';
import { EventSender, postSigned } from '../reporting/events.ts';
import { publishVisitorHeard } from './agent-state.ts';
import type { RoomEvent } from '../conversation/policy-state.ts';
import type { CallAgent, CallReport } from './report.ts';
import { Participants } from './participants.ts';
import { restoreOnReconnect } from './restore-room.ts';
import { TypedTexts } from './typed-texts.ts';
import type { Job } from './worker.ts';

/** How long the room stays open after the end, so that the web app knows of it before the visitor's browser does. */
const endKnownWithinMs = 1_000;
/** How long unconfirmed events are sent again after a call, and after one that was broken off with the process. */
const flushMs = 90_000;
const flushAtExitMs = 6_000;
/** Topic on which LiveKit's clients send typed messages. */
const chatTopic = 'lk.chat';

/** A server's network doesn't change in a call: gathering candidates once saves a tenth of what joining costs. */
export const roomOptions = {
  autoSubscribe: true,
  dynacast: false,
  rtcConfig: {
    iceTransportType: IceTransportType.TRANSPORT_ALL,
    continualGatheringPolicy: ContinualGatheringPolicy.GATHER_ONCE,
    iceServers: [],
  },
};

/** The context of a conversation: the room it is held in, and where it reports. */
export interface CallContext {
  room: Room;
  roomName: string;
  language: Language;
  phone?: string;
  plan: InterviewPlan;
  /** The language model must not hold this call. */
  scripted?: boolean;
  report: CallReport;
}

/** Holds one call, from joining the room to the last event confirmed. */
export async function holdCall(
  job: Job,
  planOf: (dispatch: DispatchMetadata) => Promise<InterviewPlan>,
  converse: (context: CallContext) => CallAgent,
  signal: AbortSignal,
): Promise<void> {
  const dispatch = await readDispatch(job.metadata, job.room);
  const { traceparent } = dispatch;
  const work = async (span?: string) => {
    const call = new Call(job, { ...dispatch, traceparent: span }, await planOf(dispatch), converse);
    await hold(call, job.room, signal);
  };
  await step(job.room, 'agent.call', work, { traceparent });
}

async function hold(call: Call, room: string, signal: AbortSignal): Promise<void> {
  const broken = () => call.handle({ type: 'failed', atMs: Date.now() });
  signal.addEventListener('abort', broken);
  try {
    await call.hold(signal);
  } catch (cause) {
    if (!(cause instanceof CallRefused)) throw cause;
    log.warn('call_refused', { room }, cause);
  } finally {
    await call.close(signal);
    signal.removeEventListener('abort', broken);
  }
}

/** The visitor's language, or the plan's first where the plan does not have it. */
function spokenLanguage({ languages: [first], languages }: InterviewPlan, asked: Language): Language {
  return languages.includes(asked) ? asked : (first ?? asked);
}

/** The frame of a call: joining, presence, typed messages, reporting and closing. All else is the conversation's. */
class Call implements CallReport {
  readonly #job: Job;
  readonly #callbackUrl: string;
  readonly #traceparent: string | undefined;
  readonly #room = new Room();
  #participants: Participants | undefined;
  readonly #sender: EventSender;
  readonly #agent: CallAgent;
  readonly #ended = Promise.withResolvers<EndReason>();
  #turns = 0;
  #over = false;

  constructor(
    job: Job,
    { language, phone, scripted, callbackUrl, traceparent }: DispatchMetadata,
    plan: InterviewPlan,
    converse: (context: CallContext) => CallAgent,
  ) {
    this.#job = job;
    this.#callbackUrl = callbackUrl;
    this.#traceparent = traceparent;
    const eventsUrl = new URL(`/api/calls/${job.room}/events`, callbackUrl).href;
    this.#sender = new EventSender(eventsUrl, job.room, postSigned);
    restoreOnReconnect(this.#room, job.room);
    this.#agent = converse({
      room: this.#room,
      roomName: job.room,
      language: spokenLanguage(plan, language),
      phone,
      plan,
      scripted,
      report: this,
    });
    this.#room.on(LiveKitEvent.Disconnected, (reason) => {
      const atMs = Date.now();
      const closed = reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.ROOM_CLOSED;
      this.handle(closed ? { type: 'visitor_lost', atMs, forGood: true } : { type: 'failed', atMs });
    });
  }

  /** @throws CallRefused by the web app, or Error if the room can't be joined */
  async hold(signal: AbortSignal): Promise<void> {
    const { id: jobId, workerId, room, url, token } = this.#job;
    const enter = async () => {
      await this.#room.connect(url, token, roomOptions);
      await this.#agent.open();
    };
    const join = async () => {
      const claim = claimCall(this.#callbackUrl, { room, jobId, workerId }, postSigned, signal);
      // A room that was entered is left in order, also where the call is refused meanwhile.
      const [claimed, entered] = await Promise.allSettled([claim, enter()]);
      for (const half of [claimed, entered]) if (half.status === 'rejected') throw half.reason;
    };
    await step(room, 'agent.join', join, { traceparent: this.#traceparent });
    this.handle({ type: 'entered', atMs: Date.now() });
    this.#meet();
    const reason = await this.#ended.promise;
    log.info('call_ended', { room: this.#job.room, reason, turns: this.#turns });
    if (reason === 'agent_closed') await this.#closeRoom();
  }

  handle(event: RoomEvent): void {
    if (!this.#over) this.#agent.handle(event);
  }

  started(atMs: number, planVersion: string): void {
    publishVisitorHeard(this.#room, false);
    this.#sender.push({ type: 'started', atMs, planVersion });
  }

  turn(turn: Turn): void {
    const { speaker, startedAtMs, endedAtMs, topic, metrics } = turn;
    traceSpan(this.#job.room, `${speaker}.turn`, [Math.round(startedAtMs), Math.round(endedAtMs)], {
      attributes: { ...metrics, failures: failuresIn(metrics), ...(topic !== undefined && { topic }) },
    });
    this.#sender.push({ type: 'turn', index: this.#turns++, ...turn });
    if (speaker === 'visitor') publishVisitorHeard(this.#room, true);
  }

  found(event: CallEvent): void {
    if (!this.#over) this.#sender.push(event);
  }

  ended(reason: EndReason, atMs: number, spent?: Spent): void {
    if (this.#over) return;
    this.#over = true;
    this.#sender.push({ type: 'ended', atMs, reason, spent });
    this.#ended.resolve(reason);
  }

  async close(signal: AbortSignal): Promise<void> {
    this.#over = true;
    this.#participants?.close();
    await this.#agent.close();
    await this.#room.disconnect();
    const hurry = () => void this.#sender.close(flushAtExitMs);
    if (signal.aborted) hurry();
    signal.addEventListener('abort', hurry);
    await this.#sender.close(flushMs);
    signal.removeEventListener('abort', hurry);
  }

  async #closeRoom(): Promise<void> {
    await this.#sender.settled(endKnownWithinMs);
    await roomService()
      .deleteRoom(this.#job.room)
      .catch((cause: unknown) => log.warn('room_not_closed', { room: this.#job.room }, cause));
  }

  /** Nobody is met, and nothing said, before the call is claimed. */
  #meet(): void {
    const participants = new Participants(this.#room, {
      onMet: (identity) => this.handle({ type: 'visitor_met', atMs: Date.now(), identity }),
      onLost: (forGood) => this.handle({ type: 'visitor_lost', atMs: Date.now(), forGood }),
      onBack: (identity) => this.handle({ type: 'visitor_back', atMs: Date.now(), identity }),
    });
    this.#participants = participants;
    this.#listenForText(participants);
    participants.look();
  }

  #listenForText(participants: Participants): void {
    const typed = new TypedTexts();
    const take = async (reader: TextStreamReader, identity: string) => {
      const text = participants.isPresent(identity) ? await typed.read(reader) : undefined;
      // A stream that is not read to its end stays in memory.
      await reader.close();
      if (text !== undefined) this.handle({ type: 'visitor_typed', atMs: Date.now(), text });
    };
    this.#room.registerTextStreamHandler(chatTopic, (reader, { identity }) => {
      take(reader, identity).catch((cause: unknown) =>
        log.warn('typed_text_lost', { room: this.#job.room }, cause),
      );
    });
    this.#room.on(LiveKitEvent.DataReceived, (data, participant, _, topic) => {
      if (topic !== writingTopic || !participant || !participants.isPresent(participant.identity)) return;
      const writing = new TextDecoder().decode(data) === 'true';
      this.handle({ type: 'visitor_writes', atMs: Date.now(), writing });
    });
  }
}

function failuresIn({ failures = [] }: TurnMetrics = {}): string {
  return failures.map(({ vendor, kind }) => `${vendor}: ${kind}`).join(', ');
}
