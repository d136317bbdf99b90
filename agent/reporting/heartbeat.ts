import { type AgentLoad, heartbeatEveryMs } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Post } from './events.ts';

const timeoutMs = 3_000;
/** Retries early: the agent often starts before the web app, and must not be taken for dead for a whole interval. */
const retryMs = 500;

/** Reports to the web app every few seconds, and whenever `beat` is called, that a worker is registered and how many calls it holds. */
export class Heartbeat {
  readonly #url: string;
  readonly #load: () => AgentLoad | undefined;
  readonly #post: Post;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #isDue = false;
  #isFailing = false;
  /** The id that the web app knows. */
  #knownId: string | undefined;
  #isStopped = false;

  constructor(url: string, load: () => AgentLoad | undefined, post: Post) {
    this.#url = url;
    this.#load = load;
    this.#post = post;
    this.#schedule();
  }

  /** Sends one report at a time, so ten calls that begin together make one request. Never throws: the next report follows soon. */
  async beat(): Promise<void> {
    this.#isDue = true;
    this.#beating ??= this.#beatWhileDue().finally(() => (this.#beating = undefined));
    await this.#beating;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #beatWhileDue(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      const load = this.#load();
      if (load !== undefined) await this.#send(load);
    }
    this.#schedule();
  }

  async #send(load: AgentLoad): Promise<void> {
    const isNew = this.#knownId !== undefined && this.#knownId !== load.workerId;
    const body = isNew ? { ...load, before: this.#knownId } : load;
    const failure = await this.#post(this.#url, body, AbortSignal.timeout(timeoutMs)).then(
      (status) => (status >= 300 ? new Error(`status ${status}`) : undefined),
      (cause: unknown) => cause,
    );
    if (failure !== undefined && !this.#isFailing)
      log.warn('heartbeat_failed', { worker: load.workerId }, failure);
    this.#isFailing = failure !== undefined;
    if (!this.#isFailing) this.#knownId = load.workerId;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.beat(), this.#isFailing ? retryMs : heartbeatEveryMs);
  }
}
