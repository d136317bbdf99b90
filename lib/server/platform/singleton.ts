const shared: typeof globalThis & { ovoz?: Map<string, unknown> } = globalThis;

export interface Singleton<Value> {
  /** The process's one value, made on first use. */
  get(): Value;
  /** Removes the value; the next `get` makes another one. Undefined if there is none. */
  take(): Value | undefined;
}

/** A value that a process has once. Hot reloads share it, and so do parts of the server that Next bundles apart. */
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
