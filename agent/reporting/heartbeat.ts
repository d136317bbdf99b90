import { heartbeatEveryMs, type heartbeat } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { z } from 'zod';
import type { Post } from './events.ts';

const timeoutMs = 3_000;
/** The agent is often up before the web app: it must not be taken for dead for a whole beat then. */
const retryMs = 500;

/** Tells the web app every few seconds, and whenever `beat` is called, that a worker is registered. */
export class Heartbeat {
  readonly #url: string;
  readonly #workerId: () => string | undefined;
  readonly #post: Post;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;
  #stopped = false;

  constructor(url: string, workerId: () => string | undefined, post: Post) {
    this.#url = url;
    this.#workerId = workerId;
    this.#post = post;
    this.#beatAfter(heartbeatEveryMs);
  }

  /** Never throws: the next one follows soon. */
  async beat(): Promise<void> {
    const workerId = this.#workerId();
    if (workerId !== undefined) await this.#tell({ workerId });
    this.#beatAfter(this.#failing ? retryMs : heartbeatEveryMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #tell(body: z.infer<typeof heartbeat>): Promise<void> {
    const failure = await this.#post(this.#url, body, AbortSignal.timeout(timeoutMs)).then(
      (status) => (status >= 300 ? new Error(`status ${status}`) : undefined),
      (cause: unknown) => cause,
    );
    if (failure !== undefined && !this.#failing)
      log.warn('heartbeat_failed', { worker: body.workerId }, failure);
    this.#failing = failure !== undefined;
  }

  #beatAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.beat(), ms);
  }
}
