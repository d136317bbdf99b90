import { setTimeout as delay } from 'node:timers/promises';
import {
  type AvailabilityRequest,
  type JobAssignment,
  JobStatus,
  JobType,
  ParticipantPermission,
  WorkerStatus,
} from '@livekit/protocol';
import type { LiveKitSettings } from '../../lib/server/platform/livekit.ts';
import { log } from '../../lib/server/platform/log.ts';
import { Changes } from '../changes.ts';
import { type Incoming, ServerConnection, agentAddress } from './server-connection.ts';

const firstRetryMs = 250;
const lastRetryMs = 4_000;
/** LiveKit withdraws an offer after three seconds. */
const assignmentWaitMs = 4_000;

/** LiveKit offers no job to a node whose workers report `target_load` (0.7 by default) or more, even if places are left. */
const fullLoad = 0.69;

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
  /** The identity of the agent's participant, and the name others see. */
  participant(jobId: string): { identity: string; name: string };
  /** Maximum simultaneous calls of this process. */
  maxJobs: number;
  run(job: Job, signal: AbortSignal): Promise<void>;
  onRegistered(): void;
  /** A job began or ended, or the server is gone. */
  onLoad(): void;
}

/**
 * A worker of LiveKit's agent protocol that runs all jobs in this warm process. It always reconnects; calls do not depend on the
 * connection.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopped = new AbortController();
  readonly #jobs = new Map<string, { controller: AbortController; done: Promise<void> }>();
  /** Accepted but unassigned jobs, with the timers that drop them. */
  readonly #offered = new Map<string, NodeJS.Timeout>();
  #connection: ServerConnection | undefined;
  #id: string | undefined;
  #isDraining = false;
  readonly #freed = new Changes();

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
    const late = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs);
    late?.addEventListener('abort', () => this.#freed.notify());
    while (this.taken > 0 && !late?.aborted) await this.#freed.next;
  }

  /** Takes no more jobs, aborts the running ones and waits for them. */
  async stop(): Promise<void> {
    this.#isDraining = true;
    this.#sendLoad();
    this.#stopped.abort();
    const jobs = [...this.#jobs.values()];
    for (const { controller } of jobs) controller.abort();
    await Promise.all(jobs.map(({ done }) => done));
    this.#connection?.close();
  }

  /** Serves one connection until it closes; returns true if it was registered. */
  async #serve(): Promise<boolean> {
    const address = await agentAddress(this.#options);
    if (this.#stopped.signal.aborted) return false;
    this.#connection = new ServerConnection(address, {
      onOpen: () => this.#register(),
      onMessage: (message) => this.#receive(message),
      onBeat: () => this.#sendLoad(),
    });
    await this.#connection.untilClosed();
    const worker = this.#id;
    this.#id = undefined;
    if (worker !== undefined) log.warn('worker_disconnected', { worker });
    this.#options.onLoad();
    return worker !== undefined;
  }

  #register(): void {
    const { agentName } = this.#options;
    const may = { canPublish: true, canSubscribe: true, canPublishData: true, canUpdateMetadata: true };
    const allowedPermissions = new ParticipantPermission({ ...may, agent: true });
    this.#connection?.send({
      case: 'register',
      value: { type: JobType.JT_ROOM, agentName, version: '1.0.0', allowedPermissions },
    });
  }

  #receive(message: Incoming): void {
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
    const jobId = job.id;
    const available = !this.#isDraining && this.taken < this.#options.maxJobs;
    const { identity, name } = this.#options.participant(jobId);
    if (available)
      this.#offered.set(
        jobId,
        setTimeout(() => this.#giveUp(jobId), assignmentWaitMs),
      );
    this.#connection?.send({
      case: 'availability',
      value: { jobId, available, participantIdentity: identity, participantName: name },
    });
    this.#sendLoad();
  }

  /** Forgets an offer; returns true if there was one. */
  #giveUp(jobId: string): boolean {
    clearTimeout(this.#offered.get(jobId));
    const wasOffered = this.#offered.delete(jobId);
    this.#freed.notify();
    return wasOffered;
  }

  #start({ job, url, token }: JobAssignment): void {
    if (job?.room === undefined || !this.#giveUp(job.id)) return;
    const { id, metadata } = job;
    if (this.#stopped.signal.aborted) return this.#reportJob(id, JobStatus.JS_FAILED);
    const controller = new AbortController();
    const workerId = this.#id ?? '';
    const assigned = { id, workerId, room: job.room.name, metadata, url: url || this.#options.url, token };
    const done = this.#run(assigned, controller.signal);
    this.#jobs.set(id, { controller, done });
    this.#options.onLoad();
    void done.then(() => {
      this.#jobs.delete(id);
      this.#freed.notify();
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
    this.#connection?.send({ case: 'updateJob', value: { jobId, status } });
  }

  #sendLoad(): void {
    const { taken } = this;
    const { maxJobs } = this.#options;
    const isFull = this.#isDraining || taken >= maxJobs;
    const status = isFull ? WorkerStatus.WS_FULL : WorkerStatus.WS_AVAILABLE;
    const load = fullLoad * Math.min(1, taken / maxJobs);
    this.#connection?.send({ case: 'updateWorker', value: { load, status, jobCount: taken } });
  }
}
