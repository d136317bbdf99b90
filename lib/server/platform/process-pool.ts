import type { Serializable } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { unlessAborted } from './unless-aborted.ts';
import type { SideProcess } from './side-process.ts';

interface PoolRules {
  /** Maximum processes at a time; further users wait in order. */
  size: number;
  /** An idle process is ended after this time. */
  idleMs: number;
}

interface AskRules {
  /** A process that does not answer within this time is ended. */
  stallMs: number;
  /** Aborting stops the wait only: the process finishes its answer and serves the next request. */
  signal?: AbortSignal;
}

/** The process did not answer in time: it is stuck in its work, or the machine is overloaded. */
export class ProcessStalled extends Error {}

/** Side processes of one kind: started when needed, lent to one user at a time, ended when idle. */
export class ProcessPool {
  readonly #start: () => SideProcess;
  readonly #rules: PoolRules;
  readonly #idle: { side: SideProcess; timer: NodeJS.Timeout | undefined }[] = [];
  readonly #released = new EventEmitter().setMaxListeners(Infinity);
  #lentCount = 0;

  constructor(start: () => SideProcess, rules: PoolRules) {
    this.#start = start;
    this.#rules = rules;
  }

  /**
   * Acquires a process until it is released.
   * @throws Error if none loads, or the signal aborts
   */
  async acquire(signal?: AbortSignal): Promise<SideProcess> {
    while (this.#lentCount >= this.#rules.size) await once(this.#released, 'released', { signal });
    signal?.throwIfAborted();
    this.#lentCount++;
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.side.alive) return idle.side;
    }
    const side = this.#start();
    try {
      await side.loaded;
      return side;
    } catch (error) {
      side.close();
      this.release(side);
      throw error;
    }
  }

  /** Releases the process to the next user; an ended one makes room for a new one. */
  release(side: SideProcess): void {
    this.#lentCount--;
    if (side.alive) {
      const { idleMs } = this.#rules;
      const timer = Number.isFinite(idleMs) ? setTimeout(() => side.close(), idleMs).unref() : undefined;
      this.#idle.push({ side, timer });
    }
    this.#released.emit('released');
  }

  /**
   * Asks the next free process one question.
   * @throws ProcessStalled, the signal's reason, or the process's error
   */
  async ask(question: Serializable, { stallMs, signal }: AskRules): Promise<unknown> {
    const side = await this.acquire(signal);
    const stallTimer = setTimeout(() => side.close(new ProcessStalled('The side process stalled.')), stallMs);
    const answer = side
      .ask(question)
      .catch((error: unknown) => {
        side.close();
        throw error;
      })
      .finally(() => {
        clearTimeout(stallTimer);
        this.release(side);
      });
    return unlessAborted(answer, signal);
  }

  /** Ends the idle processes; those in use end later, once released and idle. */
  close(): void {
    for (const { side, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      side.close();
    }
  }
}
