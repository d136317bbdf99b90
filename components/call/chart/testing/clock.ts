import type { Clock, Tab } from '../ports';

/** Lets every promise that can settle do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

/** Time that moves only when a test advances it; promises settle between two timers. */
export class VirtualClock implements Clock {
  #nowMs = Date.UTC(2026, 10, 23, 9);
  #next = 1;
  readonly #timers = new Map<number, { atMs: number; run: () => void }>();

  now = () => this.#nowMs;

  setTimeout = (run: () => void, ms: number): number => {
    this.#timers.set(this.#next, { atMs: this.#nowMs + ms, run });
    return this.#next++;
  };

  clearTimeout = (id: unknown): void => void this.#timers.delete(Number(id));

  get pending(): number {
    return this.#timers.size;
  }

  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await settle();
      const [due] = [...this.#timers].sort(([, a], [, b]) => a.atMs - b.atMs);
      if (!due || due[1].atMs > endMs) break;
      this.#timers.delete(due[0]);
      this.#nowMs = Math.max(this.#nowMs, due[1].atMs);
      due[1].run();
    }
    this.#nowMs = endMs;
    await settle();
  }
}

/** The Web Lock that all tabs of one browser share. */
export class SharedLock {
  #owner: (() => void) | undefined;

  acquire: Tab['lockCall'] = async ({ mustSteal, onStolen }) => {
    if (this.#owner && !mustSteal) return null;
    const loser = this.#owner;
    this.#owner = onStolen;
    loser?.();
    return () => {
      if (this.#owner === onStolen) this.#owner = undefined;
    };
  };
}
