import { heartbeatEveryMs, type heartbeat } from '../lib/contracts/call-events.ts';
import { log } from '../lib/server/log.ts';
import type { z } from 'zod';
import type { Post } from './event-sender.ts';

const timeoutMs = 3_000;
/** The web app may be starting, or starting again. */
const retryMs = 500;

/** Tells the web app every few seconds, and whenever `beat` is called, that a worker is registered. */
export class Heartbeat {
  readonly #url: string;
  readonly #workerId: () => string | undefined;
  readonly #post: Post;
  readonly #timer: NodeJS.Timeout;
  #retry: NodeJS.Timeout | undefined;
  #failing = false;

  constructor(url: string, workerId: () => string | undefined, post: Post) {
    this.#url = url;
    this.#workerId = workerId;
    this.#post = post;
    this.#timer = setInterval(() => void this.beat(), heartbeatEveryMs);
  }

  /** Never throws: the next one follows, soon if this one failed. */
  async beat(): Promise<void> {
    const workerId = this.#workerId();
    if (workerId === undefined) return;
    const body: z.infer<typeof heartbeat> = { workerId };
    const failure = await this.#post(this.#url, body, AbortSignal.timeout(timeoutMs)).then(
      (status) => (status >= 300 ? new Error(`status ${status}`) : undefined),
      (cause: unknown) => cause,
    );
    if (failure !== undefined && !this.#failing) log.warn('heartbeat_failed', { worker: workerId }, failure);
    this.#failing = failure !== undefined;
    if (this.#failing) this.#retrySoon();
  }

  #retrySoon(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      void this.beat();
    }, retryMs);
  }

  stop(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#timer);
  }
}
