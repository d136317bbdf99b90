import { createHash } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  Job as LiveKitJob,
  JobStatus,
  Room,
  ServerMessage,
  WorkerMessage,
  WorkerStatus,
} from '@livekit/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Job, Worker } from './worker.ts';

type Told = NonNullable<WorkerMessage['message']>;

/** LiveKit's side of the agent protocol: a WebSocket server that offers and assigns jobs, and keeps what it was told. */
class FakeLiveKit {
  readonly told: Told[] = [];
  readonly #sockets = new Set<Duplex>();
  readonly #server = createServer();
  connections = 0;

  async start(): Promise<string> {
    this.#server.on('upgrade', (request, socket) => this.#accept(request, socket));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      this.drop();
      this.#server.close();
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `ws://127.0.0.1:${address.port}`;
  }

  send(message: NonNullable<ConstructorParameters<typeof ServerMessage>[0]>['message']): void {
    const payload = Buffer.from(new ServerMessage({ message }).toBinary());
    const head =
      payload.length < 126
        ? Buffer.from([0x82, payload.length])
        : Buffer.from([0x82, 126, payload.length >> 8, payload.length & 255]);
    for (const socket of this.#sockets) socket.write(Buffer.concat([head, payload]));
  }

  offer(id: string): void {
    this.send({ case: 'availability', value: { job: job(id), resuming: false } });
  }

  assign(id: string): void {
    this.send({ case: 'assignment', value: { job: job(id), token: `token-${id}` } });
  }

  /** Breaks the connections off. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get registrations() {
    return this.told.flatMap((message) => (message.case === 'register' ? [message.value] : []));
  }

  get answers() {
    return this.told.flatMap((message) => (message.case === 'availability' ? [message.value] : []));
  }

  get jobs() {
    return this.told.flatMap((message) => (message.case === 'updateJob' ? [message.value] : []));
  }

  get loads() {
    return this.told.flatMap((message) => (message.case === 'updateWorker' ? [message.value] : []));
  }

  #accept(request: IncomingMessage, socket: Duplex): void {
    this.connections++;
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    this.#sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (let frame = unmask(rest); frame !== undefined; frame = unmask(rest)) {
        rest = rest.subarray(frame.bytes);
        if (frame.opcode === 2) this.#receive(frame.payload);
        else if (frame.opcode === 8) socket.end(Buffer.from([0x88, 0]));
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #receive(payload: Buffer): void {
    const { message } = WorkerMessage.fromBinary(new Uint8Array(payload));
    if (message.case === undefined) return;
    this.told.push(message);
    if (message.case === 'register')
      this.send({ case: 'register', value: { workerId: `AW_${this.connections}` } });
  }
}

/** A client's frame, if it is there whole. */
function unmask(bytes: Buffer) {
  if (bytes.length < 6) return undefined;
  const opcode = (bytes[0] ?? 0) & 15;
  const short = (bytes[1] ?? 0) & 127;
  const at = short === 126 ? 4 : 2;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < at + 4 + length) return undefined;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
  payload.forEach((byte, index) => (payload[index] = byte ^ (mask[index % 4] ?? 0)));
  return { opcode, payload, bytes: at + 4 + length };
}

function job(id: string): LiveKitJob {
  return new LiveKitJob({ id, room: new Room({ name: `room-${id}` }), metadata: '{"language":"uz"}' });
}

async function workerAt(livekit: FakeLiveKit, maxJobs = 2) {
  const url = await livekit.start();
  const running = new Map<string, { job: Job; signal: AbortSignal; end: () => void; fail: () => void }>();
  const worker = new Worker({
    url,
    key: 'key',
    secret: 'secret-secret-secret-secret-secret',
    agentName: 'interviewer',
    participant: (id) => ({ identity: `agent-${id}`, name: 'Ovoz' }),
    maxJobs,
    run: (given, signal) =>
      new Promise((resolve, reject) => {
        running.set(given.id, { job: given, signal, end: resolve, fail: () => reject(new Error('broken')) });
        signal.addEventListener('abort', () => resolve());
      }),
    onRegistered: () => {},
    onLoad: () => {},
  });
  const served = worker.run();
  onTestFinished(async () => {
    await worker.stop();
    await served;
  });
  await vi.waitFor(() => expect(worker.id).toBe('AW_1'));
  return { worker, running };
}

async function begun(livekit: FakeLiveKit, running: Map<string, unknown>, id: string): Promise<void> {
  livekit.offer(id);
  await vi.waitFor(() => expect(livekit.answers.some(({ jobId }) => jobId === id)).toBe(true));
  livekit.assign(id);
  await vi.waitFor(() => expect(running.has(id)).toBe(true));
}

describe('a worker', () => {
  it('registers under its name', async () => {
    const livekit = new FakeLiveKit();
    await workerAt(livekit);
    expect(livekit.registrations).toMatchObject([{ agentName: 'interviewer' }]);
  });

  it('accepts a job, runs it with what it was assigned, and tells how it ended', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await workerAt(livekit);
    await begun(livekit, running, 'a');
    expect(livekit.answers).toMatchObject([{ jobId: 'a', available: true, participantIdentity: 'agent-a' }]);
    expect(running.get('a')?.job).toMatchObject({
      room: 'room-a',
      token: 'token-a',
      metadata: '{"language":"uz"}',
    });
    running.get('a')?.end();
    await vi.waitFor(() =>
      expect(livekit.jobs.map(({ status }) => status)).toEqual([JobStatus.JS_RUNNING, JobStatus.JS_SUCCESS]),
    );
  });

  it('tells of a job that failed, and goes on', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await workerAt(livekit);
    await begun(livekit, running, 'a');
    running.get('a')?.fail();
    await vi.waitFor(() => expect(livekit.jobs.at(-1)?.status).toBe(JobStatus.JS_FAILED));
    await begun(livekit, running, 'b');
  });

  it('starts nothing that it was not asked about', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await workerAt(livekit);
    livekit.assign('unknown');
    await begun(livekit, running, 'a');
    expect([...running.keys()]).toEqual(['a']);
  });

  it('ends a job that is terminated', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await workerAt(livekit);
    await begun(livekit, running, 'a');
    livekit.send({ case: 'termination', value: { jobId: 'a' } });
    await vi.waitFor(() => expect(running.get('a')?.signal.aborted).toBe(true));
  });

  it('is full at its limit: declines, says so, and is free again when a job ends', async () => {
    const livekit = new FakeLiveKit();
    const { running } = await workerAt(livekit, 1);
    await begun(livekit, running, 'a');
    expect(livekit.loads.at(-1)).toMatchObject({ status: WorkerStatus.WS_FULL, load: 1 });
    livekit.offer('b');
    await vi.waitFor(() => expect(livekit.answers.at(-1)).toMatchObject({ jobId: 'b', available: false }));
    running.get('a')?.end();
    await vi.waitFor(() => expect(livekit.jobs.at(-1)?.status).toBe(JobStatus.JS_SUCCESS));
    await begun(livekit, running, 'c');
  });

  it('drains: takes nothing new, and waits for the call that it holds', async () => {
    const livekit = new FakeLiveKit();
    const { worker, running } = await workerAt(livekit);
    await begun(livekit, running, 'a');
    const drained = vi.fn();
    const draining = worker.drain(60_000).then(drained);
    await vi.waitFor(() => expect(livekit.loads.at(-1)?.status).toBe(WorkerStatus.WS_FULL));
    livekit.offer('b');
    await vi.waitFor(() => expect(livekit.answers.at(-1)).toMatchObject({ jobId: 'b', available: false }));
    expect([running.get('a')?.signal.aborted, drained.mock.calls.length]).toEqual([false, 0]);
    running.get('a')?.end();
    await draining;
  });

  it('comes back after a lost connection, while its calls go on', async () => {
    const livekit = new FakeLiveKit();
    const { worker, running } = await workerAt(livekit);
    await begun(livekit, running, 'a');
    livekit.drop();
    await vi.waitFor(() => expect(worker.id).toBe('AW_2'), { timeout: 5_000 });
    expect(running.get('a')?.signal.aborted).toBe(false);
  });

  it('takes nothing more when it stops, and ends its jobs', async () => {
    const livekit = new FakeLiveKit();
    const { worker, running } = await workerAt(livekit);
    await begun(livekit, running, 'a');
    await worker.stop();
    expect(running.get('a')?.signal.aborted).toBe(true);
    await vi.waitFor(() => expect(livekit.loads.map(({ status }) => status)).toContain(WorkerStatus.WS_FULL));
  });
});
