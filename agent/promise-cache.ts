/** Caches the newest values by key. Each is made once; one that failed is made again at the next request. */
export class PromiseCache<Value> {
  readonly #maxValues: number;
  readonly #values = new Map<string, Promise<Value>>();

  /** @param maxValues beyond this number of values the oldest is evicted */
  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  /** The value in memory, perhaps still being made; undefined if nobody asked for it. */
  get(key: string): Promise<Value> | undefined {
    return this.#values.get(key);
  }

  forget(key: string): void {
    this.#values.delete(key);
  }

  getOrMake(key: string, make: () => Promise<Value>): Promise<Value> {
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const promise = make();
    this.#values.set(key, promise);
    promise.catch(() => this.#values.get(key) === promise && this.#values.delete(key));
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#maxValues && oldest !== undefined) this.#values.delete(oldest);
    return promise;
  }
}
