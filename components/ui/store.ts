/** A value outside React that components read with useSyncExternalStore(store.subscribe, store.get, …). */
export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls back after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
