import { setTimeout as delay } from 'node:timers/promises';
import {
  type AvailabilityRequest,
  type JobAssignment,
  JobStatus,
  JobType,
  ParticipantPermission,
  ServerMessage,
  WorkerMessage,
  WorkerStatus,
} from '@livekit/protocol';
import { AccessToken } from 'livekit-server-sdk';
import { agentIdentityPrefix } from '../../lib/contracts/token.ts';
import type { LiveKitSettings } from '../../lib/server/platform/livekit.ts';
import { log } from '../../lib/server/platform/log.ts';
import { Changes } from '../changes.ts';

const beatMs = 2_500;
/** The silence after which the connection is closed: a server whose machine is gone cannot close it. */
const silentMs = 10_000;
/** The token is only needed to open the connection. */
const tokenTtlS = 60;

const firstRetryMs = 250;
const lastRetryMs = 4_000;
/** LiveKit withdraws an offer after three seconds. */
const assignmentWaitMs = 4_000;

/** LiveKit offers no job to a node whose workers report `target_load` (0.7 by default) or more, even if places are left. */
const fullLoad = 0.69;

type Outgoing = NonNullable<ConstructorParameters<typeof WorkerMessage>[0]>['message'];

export interface Job {
  id: string;
  workerId: string;
  room: string;
  metadata: string;
  url: string;
  token: string;
}

export interface WorkerOptions extends LiveKitSettings {
  agentName: string;
  /** Maximum simultaneous calls of this process. */
  maxJobs: number;
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** The worker is registered, a job began or ended, or the server is gone. */
  onLoad(): void;
}

/**
 * A worker of LiveKit's agent protocol that runs all jobs in this warm process. It always reconnects; calls do not depend on the
 * connection.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopped = new AbortController();
  readonly #runningJobs = new Map<string, { controller: AbortController; done: Promise<void> }>();
  /** Accepted but unassigned jobs, with the timers that drop them. */
  readonly #offers = new Map<string, NodeJS.Timeout>();
  #socket: WebSocket | undefined;
  /** Aborting it ends the current connection. */
  #connection = new AbortController();
  #id: string | undefined;
  #isDraining = false;
  readonly #freedPlaces = new Changes();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** The id that the server assigned; undefined while the worker is not registered. */
  get id(): string | undefined {
    return this.#id;
  }

  get taken(): number {
    return this.#runningJobs.size + this.#offers.size;
  }

  /** Serves until `stop`. */
  async run(): Promise<void> {
    const { signal } = this.#stopped;
    for (let retryMs = firstRetryMs; !signal.aborted;) {
      const wasRegistered = await this.#serve();
      if (wasRegistered) retryMs = firstRetryMs;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, lastRetryMs);
    }
  }

  /** Takes no more jobs; resolves when the running ones have ended, or after `withinMs` if given. */
  async drain(withinMs?: number): Promise<void> {
    this.#isDraining = true;
    this.#sendLoad();
    const timeout = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs);
    timeout?.addEventListener('abort', () => this.#freedPlaces.notify());
    while (this.taken > 0 && !timeout?.aborted) await this.#freedPlaces.next;
  }

  /** Takes no more jobs, aborts the running ones and waits for them. */
  async stop(): Promise<void> {
    this.#isDraining = true;
    this.#sendLoad();
    this.#stopped.abort();
    const jobs = [...this.#runningJobs.values()];
    for (const { controller } of jobs) controller.abort();
    await Promise.all(jobs.map(({ done }) => done));
    this.#connection.abort();
  }

  /** Serves one connection until it closes; returns true if it was registered. */
  async #serve(): Promise<boolean> {
    const address = await agentAddress(this.#options);
    if (this.#stopped.signal.aborted) return false;
    await this.#connect(address);
    const workerId = this.#id;
    this.#id = undefined;
    if (workerId !== undefined) log.warn('worker_disconnected', { worker: workerId });
    this.#options.onLoad();
    return workerId !== undefined;
  }

  /** Resolves once the connection is closed by either side, or the server has been silent for too long. */
  async #connect(address: URL): Promise<void> {
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    let lastMessageAtMs = Date.now();
    let lastBeatAtMs = lastMessageAtMs;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.#register(), { signal });
    socket.addEventListener('close', () => this.#connection.abort(), { signal });
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (!(data instanceof ArrayBuffer)) return;
      lastMessageAtMs = Date.now();
      this.#receive(ServerMessage.fromBinary(new Uint8Array(data)).message);
    };
    socket.addEventListener('message', receive, { signal });
    const beatTimer = setInterval(() => {
      const nowMs = Date.now();
      // After a halt of this process, the silence is not the server's.
      if (nowMs - lastBeatAtMs > 2 * beatMs) lastMessageAtMs = nowMs;
      lastBeatAtMs = nowMs;
      if (nowMs - lastMessageAtMs > silentMs) return this.#connection.abort();
      this.#sendLoad();
      this.#send({ case: 'ping', value: { timestamp: BigInt(nowMs) } });
    }, beatMs);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    clearInterval(beatTimer);
    socket.close();
  }

  #register(): void {
    const { agentName } = this.#options;
    const rights = { canPublish: true, canSubscribe: true, canPublishData: true, canUpdateMetadata: true };
    const allowedPermissions = new ParticipantPermission({ ...rights, agent: true });
    this.#send({
      case: 'register',
      value: { type: JobType.JT_ROOM, agentName, version: '1.0.0', allowedPermissions },
    });
  }

  #receive(message: ServerMessage['message']): void {
    switch (message.case) {
      case 'register':
        this.#id = message.value.workerId;
        this.#options.onLoad();
        log.info('worker_registered', { worker: this.#id, server: message.value.serverInfo?.version });
        break;
      case 'availability':
        this.#answerOffer(message.value);
        break;
      case 'assignment':
        this.#start(message.value);
        break;
      case 'termination':
        this.#runningJobs.get(message.value.jobId)?.controller.abort();
        break;
    }
  }

  #answerOffer({ job }: AvailabilityRequest): void {
    if (job === undefined) return;
    const jobId = job.id;
    const available = !this.#isDraining && this.taken < this.#options.maxJobs;
    if (available)
      this.#offers.set(
        jobId,
        setTimeout(() => this.#dropOffer(jobId), assignmentWaitMs),
      );
    this.#send({
      case: 'availability',
      value: {
        jobId,
        available,
        participantIdentity: agentIdentityPrefix + jobId,
        participantName: 'Ovoz',
      },
    });
    this.#sendLoad();
  }

  /** Removes an offer; returns true if there was one. */
  #dropOffer(jobId: string): boolean {
    clearTimeout(this.#offers.get(jobId));
    const wasOffered = this.#offers.delete(jobId);
    this.#freedPlaces.notify();
    return wasOffered;
  }

  #start({ job, url, token }: JobAssignment): void {
    if (job?.room === undefined) return;
    const { id, metadata } = job;
    // An assignment that comes too late for its offer is reported, or LiveKit would count the job as taken.
    if (!this.#dropOffer(id) || this.#stopped.signal.aborted) return this.#reportJob(id, JobStatus.JS_FAILED);
    const controller = new AbortController();
    const workerId = this.#id ?? '';
    const assignedJob = { id, workerId, room: job.room.name, metadata, url: url || this.#options.url, token };
    const done = this.#run(assignedJob, controller.signal);
    this.#runningJobs.set(id, { controller, done });
    this.#options.onLoad();
    void done.then(() => {
      this.#runningJobs.delete(id);
      this.#freedPlaces.notify();
      this.#options.onLoad();
    });
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    this.#reportJob(job.id, JobStatus.JS_RUNNING);
    try {
      await this.#options.run(job, signal);
      this.#reportJob(job.id, JobStatus.JS_SUCCESS);
    } catch (cause) {
      log.error('call_failed', { room: job.room }, cause);
      this.#reportJob(job.id, JobStatus.JS_FAILED);
    }
  }

  #reportJob(jobId: string, status: JobStatus): void {
    this.#send({ case: 'updateJob', value: { jobId, status } });
  }

  #sendLoad(): void {
    const { taken } = this;
    const { maxJobs } = this.#options;
    const isFull = this.#isDraining || taken >= maxJobs;
    const status = isFull ? WorkerStatus.WS_FULL : WorkerStatus.WS_AVAILABLE;
    const load = fullLoad * Math.min(1, taken / maxJobs);
    this.#send({ case: 'updateWorker', value: { load, status, jobCount: taken } });
  }

  /** Drops the message if the connection is not open. */
  #send(message: Outgoing): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(new Uint8Array(new WorkerMessage({ message }).toBinary()));
  }
}

/** The address of LiveKit's endpoint for agents, with a token. */
async function agentAddress({ url, key, secret }: LiveKitSettings): Promise<URL> {
  const token = new AccessToken(key, secret, { ttl: tokenTtlS });
  token.addGrant({ agent: true });
  const address = new URL('agent', url.replace(/^http/, 'ws').replace(/\/?$/, '/'));
  address.searchParams.set('access_token', await token.toJwt());
  return address;
}
