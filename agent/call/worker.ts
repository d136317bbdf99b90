import { setTimeout as delay } from 'node:timers/promises';
import {
  JobStatus,
  JobType,
  ParticipantPermission,
  ServerMessage,
  WorkerMessage,
  WorkerStatus,
  type AvailabilityRequest,
  type JobAssignment,
} from '@livekit/protocol';
import { AccessToken } from 'livekit-server-sdk';
import { log } from '../../lib/server/platform/log.ts';

const loadEveryMs = 2_500;
/** A server whose machine or network is gone closes no connection: it is asked for a sign of life with each load. */
const silentMs = 10_000;
const firstRetryMs = 250;
const lastRetryMs = 4_000;
/** The token opens the connection and is of no use after that. */
const tokenTtlS = 60;
/** LiveKit gives an offer up after three seconds. */
const assignmentWaitMs = 4_000;

const offeredPollMs = 200;

/**
 * LiveKit offers nothing to a node whose workers report `target_load` or more (0.7 unless its configuration says otherwise), though
 * places are left: the load of all places taken lies below it, and the status alone says that a worker is full.
 */
const fullLoad = 0.69;

export interface Job {
  id: string;
  workerId: string;
  room: string;
  metadata: string;
  url: string;
  token: string;
}

export interface WorkerOptions {
  url: string;
  key: string;
  secret: string;
  agentName: string;
  /** The identity of the agent's participant, and the name others see. */
  participant(jobId: string): { identity: string; name: string };
  /** Calls that fit beside each other in this process. */
  maxJobs: number;
  run(job: Job, signal: AbortSignal): Promise<void>;
  onRegistered(): void;
  /** A job began or ended, or the server is gone. */
  onLoad(): void;
}

/**
 * A worker as LiveKit's agent protocol has it: registers under a name, accepts jobs and runs them all in this process,
 * where everything is warm. The connection is renewed for as long as the worker runs; calls don't depend on it.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopped = new AbortController();
  readonly #jobs = new Map<string, { controller: AbortController; done: Promise<void> }>();
  readonly #offered = new Map<string, NodeJS.Timeout>();
  #socket: WebSocket | undefined;
  #id: string | undefined;
  #draining = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** The id the server gave, while it is registered. */
  get id(): string | undefined {
    return this.#id;
  }

  get taken(): number {
    return this.#jobs.size + this.#offered.size;
  }

  /** Serves until `stop`. */
  async run(): Promise<void> {
    let retryMs = firstRetryMs;
    while (!this.#stopped.signal.aborted) {
      const registered = await this.#serve();
      if (this.#stopped.signal.aborted) break;
      retryMs = registered ? firstRetryMs : Math.min(retryMs * 2, lastRetryMs);
      await delay(retryMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  /** Takes no more jobs, and waits until those that run have ended by themselves, or for `withinMs`. */
  async drain(withinMs: number): Promise<void> {
    this.#draining = true;
    this.#sendLoad();
    const waited = new AbortController();
    const late = delay(withinMs, undefined, { signal: waited.signal }).catch(() => undefined);
    await Promise.race([this.#idle(), late]);
    waited.abort();
  }

  /** A job that was offered just before may still begin. */
  async #idle(): Promise<void> {
    while (this.taken > 0) {
      await Promise.all([...this.#jobs.values()].map(({ done }) => done));
      if (this.#jobs.size === 0 && this.#offered.size > 0) await delay(offeredPollMs);
    }
  }

  /** Takes no more jobs, aborts the running ones and waits for them. */
  async stop(): Promise<void> {
    this.#sendLoad(WorkerStatus.WS_FULL);
    this.#stopped.abort();
    const jobs = [...this.#jobs.values()];
    for (const { controller } of jobs) controller.abort();
    await Promise.all(jobs.map(({ done }) => done));
    this.#socket?.close();
  }

  /** One connection, from opening to closing; gives whether it came to be registered. */
  async #serve(): Promise<boolean> {
    const { url, key, secret } = this.#options;
    const token = new AccessToken(key, secret, { ttl: tokenTtlS });
    token.addGrant({ agent: true });
    const address = new URL('agent', url.replace(/^http/, 'ws').replace(/\/?$/, '/'));
    address.searchParams.set('access_token', await token.toJwt());
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    let registered = false;
    let heardMs = Date.now();
    let askedMs = heardMs;
    const { promise: gone, resolve: isGone } = Promise.withResolvers<void>();
    const load = setInterval(() => {
      const nowMs = Date.now();
      // A process that was itself halted has heard nothing in that time.
      if (nowMs - askedMs > 2 * loadEveryMs) heardMs = nowMs;
      if (nowMs - heardMs > silentMs) return isGone();
      askedMs = nowMs;
      this.#sendLoad();
      this.#send({ case: 'ping', value: { timestamp: BigInt(nowMs) } });
    }, loadEveryMs);
    socket.addEventListener('close', () => isGone());
    socket.addEventListener('open', () => this.#register());
    socket.addEventListener('message', ({ data }) => {
      if (!(data instanceof ArrayBuffer) || this.#socket !== socket) return;
      heardMs = Date.now();
      const { message } = ServerMessage.fromBinary(new Uint8Array(data));
      registered ||= message.case === 'register';
      this.#receive(message);
    });
    await gone;
    clearInterval(load);
    this.#socket = undefined;
    socket.close();
    if (this.#id !== undefined) log.warn('worker_disconnected', { worker: this.#id });
    this.#id = undefined;
    this.#options.onLoad();
    return registered;
  }

  #register(): void {
    const { agentName } = this.#options;
    const allowedPermissions = new ParticipantPermission({
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canUpdateMetadata: true,
      agent: true,
    });
    this.#send({
      case: 'register',
      value: { type: JobType.JT_ROOM, agentName, version: '1.0.0', allowedPermissions },
    });
  }

  #receive(message: ServerMessage['message']): void {
    switch (message.case) {
      case 'register':
        this.#id = message.value.workerId;
        this.#options.onRegistered();
        log.info('worker_registered', { worker: this.#id, server: message.value.serverInfo?.version });
        break;
      case 'availability':
        this.#answer(message.value);
        break;
      case 'assignment':
        this.#start(message.value);
        break;
      case 'termination':
        this.#jobs.get(message.value.jobId)?.controller.abort();
        break;
    }
  }

  #answer({ job }: AvailabilityRequest): void {
    if (job === undefined) return;
    const available = !this.#stopped.signal.aborted && !this.#draining && this.taken < this.#options.maxJobs;
    const { identity, name } = this.#options.participant(job.id);
    if (available)
      this.#offered.set(
        job.id,
        setTimeout(() => this.#offered.delete(job.id), assignmentWaitMs),
      );
    this.#send({
      case: 'availability',
      value: { jobId: job.id, available, participantIdentity: identity, participantName: name },
    });
    this.#sendLoad();
  }

  #start({ job, url, token }: JobAssignment): void {
    if (job?.room === undefined || !this.#offered.has(job.id)) return;
    clearTimeout(this.#offered.get(job.id));
    this.#offered.delete(job.id);
    if (this.#stopped.signal.aborted) return this.#tellJob(job.id, JobStatus.JS_FAILED);
    const { id, metadata } = job;
    const controller = new AbortController();
    const workerId = this.#id ?? '';
    const assigned = { id, workerId, room: job.room.name, metadata, url: url || this.#options.url, token };
    const done = this.#run(assigned, controller.signal);
    this.#jobs.set(id, { controller, done });
    this.#options.onLoad();
    void done.then(() => {
      this.#jobs.delete(id);
      this.#options.onLoad();
    });
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    this.#tellJob(job.id, JobStatus.JS_RUNNING);
    try {
      await this.#options.run(job, signal);
      this.#tellJob(job.id, JobStatus.JS_SUCCESS);
    } catch (cause) {
      log.error('call_failed', { room: job.room }, cause);
      this.#tellJob(job.id, JobStatus.JS_FAILED);
    }
  }

  #tellJob(jobId: string, status: JobStatus): void {
    this.#send({ case: 'updateJob', value: { jobId, status } });
  }

  #sendLoad(status?: WorkerStatus): void {
    const { taken } = this;
    const { maxJobs } = this.#options;
    const full = this.#draining || taken >= maxJobs ? WorkerStatus.WS_FULL : WorkerStatus.WS_AVAILABLE;
    const load = fullLoad * Math.min(1, taken / maxJobs);
    this.#send({ case: 'updateWorker', value: { load, status: status ?? full, jobCount: taken } });
  }

  #send(message: NonNullable<ConstructorParameters<typeof WorkerMessage>[0]>['message']): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(new Uint8Array(new WorkerMessage({ message }).toBinary()));
  }
}
