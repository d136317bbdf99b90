import {
  Job as LiveKitJob,
  JobStatus,
  Room,
  ServerMessage,
  WorkerMessage,
  WorkerStatus,
} from '@livekit/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer } from '../testing/websocket-server.ts';
import { type Job, Worker } from './worker.ts';

type SentToLiveKit = NonNullable<WorkerMessage['message']>;

/** LiveKit's side of the agent protocol: it offers and assigns jobs, and records the worker's messages. */
class FakeLiveKit {
  readonly received: SentToLiveKit[] = [];
  /** Simulates a machine without power: connections stay open, and nothing arrives. */
  isSilent = false;
  readonly #server = new WebSocketServer((payload) => this.#receive(payload));

  get connections() {
    return this.#server.upgradeRequests.length;
  }

  async start(): Promise<string> {
    onTestFinished(() => this.#server.close());
    return this.#server.start();
  }

  send(message: NonNullable<ConstructorParameters<typeof ServerMessage>[0]>['message']): void {
    this.#server.send(new ServerMessage({ message }).toBinary());
  }

  offer(id: string): void {
    this.send({ case: 'availability', value: { job: job(id), resuming: false } });
  }

  assign(id: string): void {
    this.send({ case: 'assignment', value: { job: job(id), token: `token-${id}` } });
  }

  drop(): void {
    this.#server.drop();
  }

  get registrations() {
    return this.received.flatMap((message) => (message.case === 'register' ? [message.value] : []));
  }

  get answers() {
    return this.received.flatMap((message) => (message.case === 'availability' ? [message.value] : []));
  }

  get jobUpdates() {
    return this.received.flatMap((message) => (message.case === 'updateJob' ? [message.value] : []));
  }

  get loadUpdates() {
    return this.received.flatMap((message) => (message.case === 'updateWorker' ? [message.value] : []));
  }

  #receive(payload: Buffer): void {
    const { message } = WorkerMessage.fromBinary(new Uint8Array(payload));
    if (message.case === undefined) return;
    if (this.isSilent) return;
    this.received.push(message);
    if (message.case === 'ping')
      this.send({ case: 'pong', value: { lastTimestamp: message.value.timestamp } });
    if (message.case === 'register')
      this.send({ case: 'register', value: { workerId: `AW_${this.connections}` } });
  }
}

function job(id: string): LiveKitJob {
  return new LiveKitJob({ id, room: new Room({ name: `room-${id}` }), metadata: '{"language":"uz"}' });
}

async function startWorker(livekit: FakeLiveKit, maxJobs = 2) {
  const url = await livekit.start();
  const running = new Map<string, { job: Job; signal: AbortSignal; end: () => void; fail: () => void }>();
  const worker = new Worker({
    url,
    key: 'key',
    secret: 'secret-secret-secret-secret-secret',
    agentName: 'interviewer',
    maxJobs,
    run: (assigned, signal) =>
      new Promise((resolve, reject) => {
        running.set(assigned.id, {
          job: assigned,
          signal,
          end: resolve,
          fail: () => reject(new Error('broken')),
        });
        if (assigned.id !== 'slow') signal.addEventListener('abort', () => resolve());
      }),
    onLoad: () => {},
  });
  const served = worker.run();
  onTestFinished(async () => {
    await worker.stop();
    await served;
  });
  await expect.poll(() => worker.id).toBe('AW_1');
  return { worker, running };
}

async function startJob(livekit: FakeLiveKit, running: Map<string, unknown>, id: string): Promise<void> {
  livekit.offer(id);
  await expect.poll(() => livekit.answers.some(({ jobId }) => jobId === id)).toBe(true);
  livekit.assign(id);
  await expect.poll(() => running.has(id)).toBe(true);
}

describe('a worker', () => {
  it('registers under its name, accepts a job, runs it as assigned, and reports its end', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await startWorker(livekit);
    await startJob(livekit, running, 'a');
    expect(livekit.registrations).toMatchObject([{ agentName: 'interviewer' }]);
    expect(livekit.answers).toMatchObject([{ jobId: 'a', available: true, participantIdentity: 'agent-a' }]);
    expect(running.get('a')?.job).toMatchObject({
      room: 'room-a',
      token: 'token-a',
      metadata: '{"language":"uz"}',
    });
    running.get('a')?.end();
    await expect
      .poll(() => livekit.jobUpdates.map(({ status }) => status))
      .toEqual([JobStatus.JS_RUNNING, JobStatus.JS_SUCCESS]);
  });

  it('reports a job that failed, and continues', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await startWorker(livekit);
    await startJob(livekit, running, 'a');
    running.get('a')?.fail();
    await expect.poll(() => livekit.jobUpdates.at(-1)?.status).toBe(JobStatus.JS_FAILED);
    await startJob(livekit, running, 'b');
  });

  it('starts no job without an offer, and reports it as failed', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await startWorker(livekit);
    livekit.assign('unknown');
    await expect.poll(() => livekit.jobUpdates.at(-1)?.status).toBe(JobStatus.JS_FAILED);
    await startJob(livekit, running, 'a');
    expect([...running.keys()]).toEqual(['a']);
  });

  it('ends a job that is terminated', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await startWorker(livekit);
    await startJob(livekit, running, 'a');
    livekit.send({ case: 'termination', value: { jobId: 'a' } });
    await expect.poll(() => running.get('a')?.signal.aborted).toBe(true);
  });

  it('is full at its limit: declines, reports it, and is free again when a job ends', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await startWorker(livekit, 1);
    await startJob(livekit, running, 'a');
    expect(livekit.loadUpdates.at(-1)).toMatchObject({ status: WorkerStatus.WS_FULL, jobCount: 1 });
    livekit.offer('b');
    await expect.poll(() => livekit.answers.at(-1)).toMatchObject({ jobId: 'b', available: false });
    running.get('a')?.end();
    await expect.poll(() => livekit.jobUpdates.at(-1)?.status).toBe(JobStatus.JS_SUCCESS);
    await startJob(livekit, running, 'c');
  });

  it('drains: takes no new call, and waits for its running call', async () => {
    const livekit = new FakeLiveKit();
    const { worker, running } = await startWorker(livekit);
    await startJob(livekit, running, 'a');
    const drained = vi.fn();
    const draining = worker.drain(60_000).then(drained);
    await expect.poll(() => livekit.loadUpdates.at(-1)?.status).toBe(WorkerStatus.WS_FULL);
    livekit.offer('b');
    await expect.poll(() => livekit.answers.at(-1)).toMatchObject({ jobId: 'b', available: false });
    expect([running.get('a')?.signal.aborted, drained.mock.calls.length]).toEqual([false, 0]);
    running.get('a')?.end();
    await draining;
  });

  it('reconnects after a lost connection, while its calls continue', async () => {
    const livekit = new FakeLiveKit();
    const { worker, running } = await startWorker(livekit);
    await startJob(livekit, running, 'a');
    livekit.drop();
    await expect.poll(() => worker.id).toBe('AW_2');
    expect(running.get('a')?.signal.aborted).toBe(false);
  });

  it('opens another connection when the server falls silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const livekit = new FakeLiveKit();
    const { worker, running } = await startWorker(livekit);
    await startJob(livekit, running, 'a');
    livekit.isSilent = true;
    vi.advanceTimersByTime(15_000);
    await expect.poll(() => worker.id).toBeUndefined();
    livekit.isSilent = false;
    await expect.poll(() => worker.id).toBe('AW_2');
    expect(running.get('a')?.signal.aborted).toBe(false);
    await startJob(livekit, running, 'b');
  });

  it('stays connected after its own process was halted', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const livekit = new FakeLiveKit();
    const { worker, running } = await startWorker(livekit);
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(2_500);
    await startJob(livekit, running, 'a');
    expect([worker.id, livekit.connections]).toEqual(['AW_1', 1]);
  });

  it('starts no job that is assigned while it stops', async () => {
    const livekit = new FakeLiveKit();
    const { worker, running } = await startWorker(livekit);
    await startJob(livekit, running, 'slow');
    livekit.offer('late');
    await expect.poll(() => livekit.answers.at(-1)).toMatchObject({ jobId: 'late', available: true });
    const stopped = worker.stop();
    livekit.assign('late');
    await expect
      .poll(() => livekit.jobUpdates.at(-1))
      .toMatchObject({ jobId: 'late', status: JobStatus.JS_FAILED });
    expect([...running.keys()]).toEqual(['slow']);
    running.get('slow')?.end();
    await stopped;
  });

  it('takes no more jobs when it stops, and ends its running ones', async () => {
    const livekit = new FakeLiveKit();
    const { worker, running } = await startWorker(livekit);
    await startJob(livekit, running, 'a');
    await worker.stop();
    expect(running.get('a')?.signal.aborted).toBe(true);
    await expect.poll(() => livekit.loadUpdates.map(({ status }) => status)).toContain(WorkerStatus.WS_FULL);
  });
});
