import { type AgentLoad, heartbeatEveryMs } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Post } from './events.ts';

const timeoutMs = 3_000;
/** The agent is often up before the web app: it must not be taken for dead for a whole beat then. */
const retryMs = 500;

/** Tells the web app every few seconds, and whenever `beat` is called, that a worker is registered and how many calls it holds. */
export class Heartbeat {
  readonly #url: string;
  readonly #load: () => AgentLoad | undefined;
  readonly #post: Post;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;
  /** The id that the web app knows. */
  #told: string | undefined;
  #stopped = false;

  constructor(url: string, load: () => AgentLoad | undefined, post: Post) {
    this.#url = url;
    this.#load = load;
    this.#post = post;
    this.#beatAfter(heartbeatEveryMs);
  }

  /** Never throws: the next one follows soon. */
  async beat(): Promise<void> {
    const load = this.#load();
    if (load !== undefined) await this.#send(load);
    this.#beatAfter(this.#failing ? retryMs : heartbeatEveryMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #send(body: AgentLoad): Promise<void> {
    const isNew = this.#told !== undefined && this.#told !== body.workerId;
    const told = isNew ? { ...body, before: this.#told } : body;
    const failure = await this.#post(this.#url, told, AbortSignal.timeout(timeoutMs)).then(
      (status) => (status >= 300 ? new Error(`status ${status}`) : undefined),
      (cause: unknown) => cause,
    );
    if (failure !== undefined && !this.#failing)
      log.warn('heartbeat_failed', { worker: body.workerId }, failure);
    this.#failing = failure !== undefined;
    if (!this.#failing) this.#told = body.workerId;
  }

  #beatAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.beat(), ms);
  }
}
