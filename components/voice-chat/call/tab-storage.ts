type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const memory = new Map<string, string>();
const inMemory: TabStorage = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
};

/** Session storage, or memory where the browser keeps it closed. */
export function tabStorage(): TabStorage {
  try {
    return sessionStorage;
  } catch {
    return inMemory;
  }
}
