export interface KeyStore {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
  keys: () => string[];
}

/**
 * Falls back to memory until the page reloads. A browser that blocks site data throws at each use of its storage, a full one at
 * each write.
 */
function withMemory(open: () => Storage): KeyStore {
  const memory = new Map<string, string>();
  function tryStorage<T>(work: (storage: Storage) => T, fallback: T): T {
    try {
      return work(open());
    } catch {
      return fallback;
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? tryStorage((storage) => storage.getItem(key), null),
    setItem(key, value) {
      memory.set(key, value);
      if (tryStorage((storage) => (storage.setItem(key, value), true), false)) memory.delete(key);
    },
    removeItem(key) {
      memory.delete(key);
      tryStorage((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...memory.keys(), ...tryStorage((storage) => Object.keys(storage), [])],
  };
}

/** Outlives a reload of this tab. */
export const tabStorage = withMemory(() => sessionStorage);

/** Outlives the browser; shared by its tabs. */
export const browserStorage = withMemory(() => localStorage);

/** The JSON at a key; null for none, and for a damaged one. */
export function storedJson(storage: KeyStore, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
