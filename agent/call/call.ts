import { setTimeout as delay } from 'node:timers/promises';
import { DisconnectReason, Room, RoomEvent as LiveKitEvent } from '@livekit/rtc-node';
import type {
  CallClaim,
  CallEvent,
  EndReason,
  TurnEvent,
  TurnMetrics,
} from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { DispatchMetadata } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { readDispatch } from '../../lib/server/calls/rooms.ts';
import { closeRoom } from '../../lib/server/platform/livekit.ts';
import { log } from '../../lib/server/platform/log.ts';
import { traceSpan, traceStep } from '../../lib/server/platform/telemetry.ts';
import type { RoomEvent } from '../conversation/events.ts';
import type { CallCopy } from '../recording/call-copy.ts';
import type { Copies } from '../recording/copies.ts';
import { type EventSender, type Post, isRetryable, postSigned } from '../reporting/events.ts';
import type { UnsentEvents } from '../reporting/unsent-events.ts';
import { Participants } from './participants.ts';
import type { CallContext, CallScript, Pipeline } from './pipeline.ts';
import { restoreWhileReconnecting, roomOptions } from './room-connection.ts';
import { listenForTexts } from './typed-texts.ts';
import type { Job } from './worker.ts';

/** The room stays open for at most this long after the end: the web app should learn of the end before the browser. */
const endKnownWithinMs = 1_000;
/** How long an ended call sends its events. After that, any process sends them from the disk. */
const flushMs = 90_000;
const flushAtExitMs = 6_000;

const claimTimeoutMs = 3_000;
const claimRetryMs = 250;
/** The visitor's panel waits longer than this for the agent. */
const claimWithinMs = 10_000;

/** Folders on the disk, which outlive the process. */
export interface CallFolders {
  copies: Copies;
  unsentEvents: UnsentEvents;
}

/** Holds one call, from joining the room to the confirmation of the last event. */
export async function holdCall(
  job: Job,
  scriptOf: (dispatch: DispatchMetadata) => Promise<CallScript>,
  createAgent: (context: CallContext) => Pipeline,
  { copies, unsentEvents }: CallFolders,
  signal: AbortSignal,
): Promise<void> {
  const dispatch = await readDispatch(job.metadata, job.room);
  const hold = async (traceparent?: string) => {
    const url = new URL(`/api/calls/${job.room}/events`, dispatch.callbackUrl).href;
    const sender = unsentEvents.senderOf(job.id, { url, room: job.room });
    const script = await scriptOf(dispatch);
    const call = new AgentCall(job, { ...dispatch, traceparent }, script, createAgent, copies, sender);
    const failCall = () => call.handle({ type: 'failed', atMs: Date.now() });
    signal.addEventListener('abort', failCall);
    try {
      await call.hold(signal);
    } catch (cause) {
      if (!(cause instanceof CallRefused)) throw cause;
      log.warn('call_refused', { room: job.room }, cause);
    } finally {
      await call.close(signal);
      signal.removeEventListener('abort', failCall);
    }
  };
  await traceStep(job.room, 'agent.call', hold, { traceparent: dispatch.traceparent });
}

/** The visitor's language; the plan's first one if the plan does not have it. */
function spokenLanguage({ languages }: InterviewPlan, requested: Language): Language {
  return languages.includes(requested) ? requested : (languages[0] ?? requested);
}

/** Handles joining, presence, typed messages, reporting and closing. The conversation does everything else. */
class AgentCall {
  readonly #job: Job;
  readonly #dispatch: DispatchMetadata;
  readonly #room = new Room();
  readonly #sender: EventSender;
  readonly #agent: Pipeline;
  readonly #copy: CallCopy | undefined;
  readonly #ended = Promise.withResolvers<EndReason>();
  #participants: Participants | undefined;
  #isOver = false;

  constructor(
    job: Job,
    dispatch: DispatchMetadata,
    { plan, ownerVoice }: CallScript,
    createAgent: (context: CallContext) => Pipeline,
    copies: Copies,
    sender: EventSender,
  ) {
    const { language, phone, scripted } = dispatch;
    this.#job = job;
    this.#dispatch = dispatch;
    this.#sender = sender;
    restoreWhileReconnecting(this.#room, job.room);
    if (dispatch.trial !== true) this.#copy = copies.record(this.#room, job.id, dispatch);
    this.#agent = createAgent({
      room: this.#room,
      language: spokenLanguage(plan, language),
      phone,
      plan,
      ownerVoice,
      scripted,
      report: (event) => this.#report(event),
      copy: this.#copy,
    });
    this.#room.on(LiveKitEvent.Disconnected, (reason) => {
      const atMs = Date.now();
      const isClosed = reason === DisconnectReason.ROOM_DELETED || reason === DisconnectReason.ROOM_CLOSED;
      this.handle(isClosed ? { type: 'visitor_lost', atMs, isForGood: true } : { type: 'failed', atMs });
    });
  }

  /** @throws CallRefused if the claim fails, or Error if the room cannot be joined */
  async hold(signal: AbortSignal): Promise<void> {
    const { room } = this.#job;
    await traceStep(room, 'agent.join', () => this.#join(signal), {
      traceparent: this.#dispatch.traceparent,
    });
    this.handle({ type: 'entered', atMs: Date.now() });
    this.#meetVisitor();
    const reason = await this.#ended.promise;
    log.info('agent_call_ended', { room, reason });
    if (reason === 'agent_closed') await this.#closeRoom();
  }

  handle(event: RoomEvent): void {
    if (!this.#isOver) this.#agent.handle(event);
  }

  async close(signal: AbortSignal): Promise<void> {
    this.#isOver = true;
    this.#participants?.close();
    const { room } = this.#job;
    const logFailure = (closing: Promise<void> | undefined) =>
      closing?.catch((cause: unknown) => log.warn('call_part_not_closed', { room }, cause));
    await Promise.all([logFailure(this.#copy?.close()), logFailure(this.#agent.close())]);
    await logFailure(this.#room.disconnect());
    const closeSenderSoon = () => void this.#sender.close(flushAtExitMs);
    if (signal.aborted) closeSenderSoon();
    signal.addEventListener('abort', closeSenderSoon);
    const count = await this.#sender.close(flushMs);
    signal.removeEventListener('abort', closeSenderSoon);
    if (count > 0) log.warn('call_events_left', { room, count });
  }

  #report(event: CallEvent): void {
    if (this.#isOver) return;
    this.#sender.push(event);
    if (event.type === 'turn') this.#traceTurn(event);
    if (event.type !== 'ended') return;
    this.#isOver = true;
    this.#ended.resolve(event.reason);
  }

  #traceTurn({ speaker, startedAtMs, endedAtMs, topic, metrics }: TurnEvent): void {
    traceSpan(this.#job.room, `${speaker}.turn`, [Math.round(startedAtMs), Math.round(endedAtMs)], {
      attributes: { ...metrics, failures: failuresIn(metrics), ...(topic !== undefined && { topic }) },
    });
  }

  /** Claims the call and joins the room at the same time. Waits for both, so that a refused call leaves its room in order. */
  async #join(signal: AbortSignal): Promise<void> {
    const { id: jobId, workerId, room } = this.#job;
    const claim = requestCall(this.#dispatch.callbackUrl, { room, jobId, workerId }, postSigned, signal);
    const results = await Promise.allSettled([claim, this.#enter()]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async #enter(): Promise<void> {
    const { url, token } = this.#job;
    await this.#room.connect(url, token, roomOptions);
    await this.#agent.open();
  }

  async #closeRoom(): Promise<void> {
    await this.#sender.untilConfirmed(endKnownWithinMs);
    await closeRoom(this.#job.room);
  }

  /** Called only after the claim: before it, the agent must address nobody. */
  #meetVisitor(): void {
    listenForTexts(this.#room, (event) => this.handle(event));
    this.#participants = new Participants(this.#room, (event) => this.handle(event));
  }
}

function failuresIn({ failures = [] }: TurnMetrics = {}): string {
  return failures.map(({ vendor, kind }) => `${vendor}: ${kind}`).join(', ');
}

/** The claim failed: the web app refused the call to this job, or did not answer in time. */
export class CallRefused extends Error {
  constructor(status: number | undefined) {
    super(status === undefined ? 'the web app could not be asked' : `the web app answered ${status}`);
    this.name = 'CallRefused';
  }
}

/** Claims a call for this job at the web app; retries while the web app is unreachable. @throws CallRefused */
export async function requestCall(
  callbackUrl: string,
  claim: CallClaim,
  post: Post,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(`/api/calls/${claim.room}/claim`, callbackUrl).href;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(claimWithinMs)]);
  let status: number | undefined;
  while (!deadline.aborted) {
    const trySignal = AbortSignal.any([deadline, AbortSignal.timeout(claimTimeoutMs)]);
    status = await post(url, claim, trySignal).catch(() => undefined);
    if (status !== undefined && status < 300) return;
    // A cooldown (429) ends later than the visitor waits.
    if (status !== undefined && (status === 429 || !isRetryable(status))) break;
    await delay(claimRetryMs, undefined, { signal: deadline }).catch(() => undefined);
  }
  throw new CallRefused(status);
}
