import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Samples } from '../../lib/server/audio/pcm.ts';
import { log } from '../../lib/server/platform/log.ts';

export interface OpenCopyRequest {
  /** The port of one copy. The thread answers the opening and each step with undefined or an error. */
  port: MessagePort;
  path: string;
}

export type CopyStep = { visitor: Samples; agent: Samples } | 'touch' | 'close';

let thread: Worker | undefined;

/** Starts the thread that encodes the copies, unless it runs. It first warms up its codec. */
export function ensureCopyThread(): Worker {
  if (thread !== undefined) return thread;
  const newThread = new Worker(new URL('copy-thread.ts', import.meta.url));
  newThread.unref();
  newThread.on('error', (cause) => log.warn('copy_thread_ended', {}, cause));
  newThread.on('exit', () => {
    thread = undefined;
  });
  thread = newThread;
  return newThread;
}

/** A copy's file, which the thread writes. Wait for each step before the next one. */
export class CopyWriter {
  readonly #port: MessagePort;
  readonly #threadEnd: Promise<Error>;

  private constructor(port: MessagePort) {
    this.#port = port;
    this.#threadEnd = once(port, 'close').then(() => new Error('The thread of the copies has ended.'));
  }

  static async open(path: string): Promise<CopyWriter> {
    const { port1, port2 } = new MessageChannel();
    const writer = new CopyWriter(port1);
    ensureCopyThread().postMessage({ port: port2, path } satisfies OpenCopyRequest, [port2]);
    try {
      await writer.#answer();
    } catch (cause) {
      port1.close();
      throw cause;
    }
    return writer;
  }

  /** Writes as CopyFile does. The arrays cannot be used afterwards. */
  async write(visitor: Samples, agent: Samples): Promise<void> {
    await this.#run({ visitor, agent }, [visitor.buffer, agent.buffer]);
  }

  /** Updates the time of the last write, so that the copy does not count as finished. */
  async touch(): Promise<void> {
    await this.#run('touch');
  }

  async close(): Promise<void> {
    try {
      await this.#run('close');
    } finally {
      this.#port.close();
    }
  }

  async #run(step: CopyStep, transfer: ArrayBuffer[] = []): Promise<void> {
    this.#port.postMessage(step, transfer);
    await this.#answer();
  }

  async #answer(): Promise<void> {
    const error = await Promise.race([
      once(this.#port, 'message').then(([answer]) => answer),
      this.#threadEnd,
    ]);
    if (error !== undefined) throw error;
  }
}
