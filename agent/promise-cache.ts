/** The newest values by key, each made once. One that fails is made again at the next request. */
export class PromiseCache<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Promise<Value>>();

  /** @param most beyond this number of values the oldest is evicted */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value in memory, or on its way there. */
  get(key: string): Promise<Value> | undefined {
    return this.#values.get(key);
  }

  forget(key: string): void {
    this.#values.delete(key);
  }

  getOrMake(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const promise = make();
    this.#values.set(key, promise);
    promise.catch(() => this.#values.get(key) === promise && this.#values.delete(key));
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return promise;
  }
}
