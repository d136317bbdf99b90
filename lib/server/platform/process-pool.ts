import { unlessAborted } from './unless-aborted.ts';
import type { SideProcess } from './side-process.ts';

interface PoolRules {
  /** Maximum processes at a time; further users wait in order. */
  size: number;
  /** An idle process is ended after this time. */
  idleMs: number;
  /** A question that the process answers once it has loaded; a failed load rejects it. */
  ready?: unknown;
}

interface AskRules {
  /** A process that does not answer within this time is ended. */
  stallMs: number;
  /** Aborting stops the wait only: the process finishes its answer and serves the next request. */
  signal?: AbortSignal;
}

/** The process did not answer in time: it is stuck in its work, or the machine is overloaded. */
export class ProcessStalled extends Error {
  constructor() {
    super('The side process stalled.');
    this.name = 'ProcessStalled';
  }
}

/** Side processes of one kind: started when needed, lent to one user at a time, ended when idle. */
export class ProcessPool {
  readonly #start: () => SideProcess;
  readonly #rules: PoolRules;
  readonly #idle: { side: SideProcess; timer: NodeJS.Timeout | undefined }[] = [];
  readonly #queue: (() => void)[] = [];
  #lent = 0;

  constructor(start: () => SideProcess, rules: PoolRules) {
    this.#start = start;
    this.#rules = rules;
  }

  /**
   * Acquires a process until it is released.
   * @throws Error if none starts, or the signal's reason
   */
  async acquire(signal?: AbortSignal): Promise<SideProcess> {
    if (this.#lent >= this.#rules.size) await this.#turn(signal);
    signal?.throwIfAborted();
    this.#lent++;
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.side.alive) return idle.side;
    }
    const side = this.#start();
    try {
      if (this.#rules.ready !== undefined) await side.ask(this.#rules.ready);
      return side;
    } catch (error) {
      side.close();
      this.release(side);
      throw error;
    }
  }

  /** Releases the process to the next user; an ended one makes room for a new one. */
  release(side: SideProcess): void {
    this.#lent--;
    if (side.alive) {
      const { idleMs } = this.#rules;
      const timer = Number.isFinite(idleMs) ? setTimeout(() => side.close(), idleMs).unref() : undefined;
      this.#idle.push({ side, timer });
    }
    this.#queue.shift()?.();
  }

  /**
   * Asks the next free process one question.
   * @throws ProcessStalled, the signal's reason, or the process's error
   */
  async ask(body: unknown, { stallMs, signal }: AskRules): Promise<unknown> {
    const side = await this.acquire(signal);
    let stalled = false;
    const timer = setTimeout(() => {
      stalled = true;
      side.close();
    }, stallMs);
    const answer = side.ask(body).catch((error: unknown) => {
      side.close();
      throw stalled ? new ProcessStalled() : error;
    });
    const settled = () => {
      clearTimeout(timer);
      this.release(side);
    };
    answer.then(settled, settled);
    return unlessAborted(answer, signal);
  }

  /** Ends the idle processes; those in use end later, once released and idle. */
  close(): void {
    for (const { side, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      side.close();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    while (this.#lent >= this.#rules.size) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#queue.push(resolve);
      try {
        await unlessAborted(promise, signal);
      } catch (reason) {
        const place = this.#queue.indexOf(resolve);
        if (place >= 0) this.#queue.splice(place, 1);
        else this.#queue.shift()?.();
        throw reason;
      }
    }
  }
}
