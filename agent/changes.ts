/** Wakes everybody who waits for the next change. */
export class Changes {
  #next = Promise.withResolvers<void>();

  /** Resolves at the next change. Check the state first: earlier changes are not repeated. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  notify(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}
