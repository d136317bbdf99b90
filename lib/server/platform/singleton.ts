const shared: typeof globalThis & { ovoz?: Map<string, unknown> } = globalThis;

export interface Singleton<Value> {
  /** The process's only value, created on first use. */
  get(): Value;
  /** Removes and returns the value; the next `get` creates another. Undefined if there is none. */
  take(): Value | undefined;
}

/** A value that exists once per process, across hot reloads and separately bundled parts of Next. */
export function singleton<Value>(name: string, create: () => Value): Singleton<Value> {
  const values = (shared.ovoz ??= new Map());
  return {
    get() {
      if (!values.has(name)) values.set(name, create());
      return values.get(name) as Value;
    },
    take() {
      const value = values.get(name) as Value | undefined;
      values.delete(name);
      return value;
    },
  };
}
