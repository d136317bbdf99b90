/** The database of recordings in memory: `vi.mock('idb', () => import('./testing/memory-database'))`. */

interface StoredRow {
  room: string;
  index?: number;
  [field: string]: unknown;
}
type StoreName = 'recordings' | 'chunks';

export const memory = {
  recordings: new Map<string, StoredRow>(),
  chunks: new Map<string, StoredRow>(),
  /** The disk is full. */
  isFull: false,
};

export function emptyMemory(): void {
  memory.recordings.clear();
  memory.chunks.clear();
  memory.isFull = false;
}

type Key = string | readonly [room: string, index?: number];
type Range = readonly [from: Key, to: Key];

// Node has no IDBKeyRange.
Object.assign(globalThis, { IDBKeyRange: { bound: (from: Key, to: Key): Range => [from, to] } });

const roomOf = (key: Key) => (typeof key === 'string' ? key : key[0]);

function isWithin(room: string, [from, to]: Range): boolean {
  return room >= roomOf(from) && room <= roomOf(to);
}

function objectStore(name: StoreName) {
  return {
    async put(row: StoredRow) {
      if (memory.isFull) throw new DOMException('full', 'QuotaExceededError');
      memory[name].set(name === 'chunks' ? `${row.room}/${row.index}` : row.room, row);
    },
    async delete(what: string | Range) {
      const range: Range = typeof what === 'string' ? [what, what] : what;
      for (const [key, { room }] of memory[name]) if (isWithin(room, range)) memory[name].delete(key);
    },
  };
}

export async function openDB() {
  return {
    get: async (name: StoreName, key: string) => memory[name].get(key),
    getAll: async (name: StoreName, range: Range = ['', '~']) =>
      [...memory[name].values()].filter(({ room }) => isWithin(room, range)),
    transaction: (names: StoreName | StoreName[]) => ({
      store: objectStore(typeof names === 'string' ? names : 'recordings'),
      objectStore,
      done: Promise.resolve(),
    }),
  };
}
