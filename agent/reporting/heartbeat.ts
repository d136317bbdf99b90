import { type WorkerLoad, heartbeatEveryMs } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';

const timeoutMs = 3_000;
/** A failed report is repeated soon: the agent often starts before the web app, and must not count as dead meanwhile. */
const retryMs = 500;

/** Reports the registered worker and its number of calls to the web app, every few seconds and whenever `beat` is called. */
export class Heartbeat {
  readonly #load: () => WorkerLoad | undefined;
  readonly #report: (load: WorkerLoad, signal: AbortSignal) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isDue = false;
  #isFailing = false;
  /** The worker id that the web app has confirmed last. */
  #confirmedId: string | undefined;
  #isStopped = false;

  /** @param report rejects if the web app does not accept the load */
  constructor(
    load: () => WorkerLoad | undefined,
    report: (load: WorkerLoad, signal: AbortSignal) => Promise<void>,
  ) {
    this.#load = load;
    this.#report = report;
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

  async #send(load: WorkerLoad): Promise<void> {
    const before = this.#confirmedId === load.workerId ? undefined : this.#confirmedId;
    try {
      await this.#report({ ...load, before }, AbortSignal.timeout(timeoutMs));
      this.#confirmedId = load.workerId;
      this.#isFailing = false;
    } catch (cause) {
      if (!this.#isFailing) log.warn('heartbeat_failed', { worker: load.workerId }, cause);
      this.#isFailing = true;
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.beat(), this.#isFailing ? retryMs : heartbeatEveryMs);
  }
}
