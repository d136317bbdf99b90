import { afterEach, expect, test, vi } from 'vitest';
import {
  type BrokenOffCall,
  type KeptRecording,
  RecordingKeeper,
  brokenOffCall,
  endBrokenOff,
  keptVoices,
} from './outbox';
import { recoverRecordings } from './deliver';
import { sendRecording } from './send-recording';

const room = 'chat-1763750000000';
interface KeptRow {
  room: string;
  [field: string]: unknown;
}
const stores = vi.hoisted(() => ({
  recordings: new Map<string, KeptRow>(),
  chunks: new Map<string, KeptRow>(),
  refuses: false,
}));

/** The browser's database in memory. */
vi.mock('idb', () => ({
  openDB: async () => ({
    get: async (name: 'recordings', key: string) => stores[name].get(key),
    getAll: async (name: 'recordings' | 'chunks', [from, to] = ['', '~']) =>
      [...stores[name].values()].filter(({ room: key }) => key >= from && key <= to),
    transaction: (names: 'recordings' | 'chunks' | string[]) => {
      const objectStore = (name: 'recordings' | 'chunks') => ({
        put: async (row: { room: string; index?: number }) => {
          if (name === 'recordings' && stores.refuses) throw new DOMException('full', 'QuotaExceededError');
          stores[name].set(name === 'chunks' ? `${row.room}/${row.index}` : row.room, row);
        },
        delete: async () => stores[name].clear(),
      });
      return {
        store: objectStore(names === 'chunks' ? names : 'recordings'),
        objectStore,
        done: Promise.resolve(),
      };
    },
  }),
}));
vi.mock('./send-recording', () => ({ sendRecording: vi.fn(async () => ({ outcome: 'sent' })) }));

/** How often the recording was sent by a network that comes back now. */
async function sentOnline(): Promise<number> {
  await recoverRecordings();
  return vi.mocked(sendRecording).mock.calls.length;
}

afterEach(() => vi.unstubAllGlobals());

/** A call of this moment whose page was reloaded. */
function keep(): KeptRecording {
  vi.stubGlobal('IDBKeyRange', { bound: ([from]: [string], [to]: [string]) => [from, to] });
  const kept = { room, phone: '', token: 't', mime: 'audio/mp4', startedAtMs: Date.now(), refusals: 0 };
  stores.recordings.set(room, kept);
  stores.chunks.set(`${room}/0`, { room, index: 0, endMs: 1000, bytes: new ArrayBuffer(1) });
  return kept;
}

test('what is kept of a call is not sent before nobody goes back into it any more', async () => {
  const kept = keep();
  const before: BrokenOffCall | null = await brokenOffCall();
  expect(before).toMatchObject({ room, chunks: 1 });
  expect(await sentOnline()).toBe(0);
  expect(await brokenOffCall()).toBeNull();
  // The call is entered again.
  const keeper = new RecordingKeeper(kept, before ?? undefined);
  expect(await sentOnline()).toBe(0);
  expect((await keeper.whole())?.chunks).toHaveLength(1);
  await keeper.leave();
  expect(await sentOnline()).toBe(1);
  expect(stores.recordings.size).toBe(0);
});

test('a call that was not gone back into is no call to go back into again, and is sent', async () => {
  vi.mocked(sendRecording).mockClear();
  keep();
  const before = await brokenOffCall();
  if (before) await endBrokenOff(before);
  expect(await brokenOffCall()).toBeNull();
  expect(await sentOnline()).toBe(1);
});

test('a page that was in the call a moment ago comes back, though it has recorded nothing', async () => {
  const kept = { ...keep(), startedAtMs: Date.now() - 60_000 };
  stores.recordings.set(room, kept);
  expect(await brokenOffCall()).toBeNull();
  stores.recordings.set(room, { ...kept, aliveAtMs: Date.now() - 2000 });
  const before = await brokenOffCall();
  expect(before).toMatchObject({ room });
  before?.release();
});

test('a voice that was recorded by itself is found by the next page, apart from the recording', async () => {
  stores.chunks.clear();
  const keeper = new RecordingKeeper(keep(), await brokenOffCall().then((before) => before ?? undefined));
  for (const startedAtMs of [1000, 5000])
    for (const index of [0, 1]) {
      const chunk = { index, data: new Blob(['said']), endMs: 1000 * index };
      keeper.addVoice({ of: 'agent', startedAtMs }, chunk);
      keeper.addVoice({ of: 'visitor', startedAtMs }, chunk);
    }
  expect((await keeper.whole())?.chunks).toHaveLength(1);
  const voices = await keptVoices(room, 5000);
  expect(voices.map(({ of, startedAtMs, chunks }) => [of, startedAtMs, chunks.length])).toEqual([
    ['agent', 1000, 2],
    ['visitor', 1000, 2],
  ]);
  await keeper.forget();
  expect(await keptVoices(room, Infinity)).toEqual([]);
});

test('where no recording can be noted, no voice is left on the disk that nobody would find', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const kept = keep();
  stores.refuses = true;
  const keeper = new RecordingKeeper(kept);
  keeper.addVoice({ of: 'agent', startedAtMs: 1000 }, { index: 0, data: new Blob(['said']), endMs: 1000 });
  await keeper.leave();
  stores.refuses = false;
  expect(keeper.keeps).toBe(false);
  expect(await keptVoices(room, Infinity)).toEqual([]);
});

test('who was muted is kept as muted: the page that comes back finds it on the disk', async () => {
  const keeper = new RecordingKeeper(keep());
  keeper.note({ muted: true });
  await keeper.leave();
  const before = await brokenOffCall();
  expect(before).toMatchObject({ room, muted: true });
  before?.release();
});
