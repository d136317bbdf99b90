/** Timers by name: one that is set again begins anew. */
export class Timers<Name extends string> {
  readonly #timers = new Map<Name, NodeJS.Timeout>();
  #closed = false;

  set(name: Name, afterMs: number, run: () => void): void {
    this.clear(name);
    if (!this.#closed) this.#timers.set(name, setTimeout(run, afterMs));
  }

  clear(name: Name): void {
    clearTimeout(this.#timers.get(name));
  }

  /** Ends them all, for good. */
  close(): void {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
