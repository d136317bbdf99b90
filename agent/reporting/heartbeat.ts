import { type AgentLoad, heartbeatEveryMs } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Post } from './events.ts';

const timeoutMs = 3_000;
/** A failed report is repeated soon: the agent often starts before the web app, and must not count as dead meanwhile. */
const retryMs = 500;

/** Reports the registered worker and its number of calls to the web app, every few seconds and whenever `beat` is called. */
export class Heartbeat {
  readonly #url: string;
  readonly #load: () => AgentLoad | undefined;
  readonly #post: Post;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isDue = false;
  #isFailing = false;
  /** The worker id that the web app has confirmed last. */
  #confirmedId: string | undefined;
  #isStopped = false;

  constructor(url: string, load: () => AgentLoad | undefined, post: Post) {
    this.#url = url;
    this.#load = load;
    this.#post = post;
    this.#schedule();
  }

  /** Sends one report at a time, so ten calls that begin together cause few requests. Never throws: the next report follows. */
  async beat(): Promise<void> {
    this.#isDue = true;
    this.#sending ??= this.#sendWhileDue().finally(() => (this.#sending = undefined));
    await this.#sending;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #sendWhileDue(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      const load = this.#load();
      if (load !== undefined) await this.#send(load);
    }
    this.#schedule();
  }

  async #send(load: AgentLoad): Promise<void> {
    const isNewId = this.#confirmedId !== undefined && this.#confirmedId !== load.workerId;
    const body = isNewId ? { ...load, before: this.#confirmedId } : load;
    const failure = await this.#post(this.#url, body, AbortSignal.timeout(timeoutMs)).then(
      (status) => (status >= 300 ? new Error(`status ${status}`) : undefined),
      (cause: unknown) => cause,
    );
    if (failure !== undefined && !this.#isFailing)
      log.warn('heartbeat_failed', { worker: load.workerId }, failure);
    this.#isFailing = failure !== undefined;
    if (!this.#isFailing) this.#confirmedId = load.workerId;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.beat(), this.#isFailing ? retryMs : heartbeatEveryMs);
  }
}
