/** A value outside React that components read with useSyncExternalStore(store.subscribe, store.get, …). */
export interface Store<Value> {
  get: () => Value;
  set: (newValue: Value) => void;
  /** Calls back after each `set`, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(newValue) {
      value = newValue;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
