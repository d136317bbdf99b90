import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { tabStorage } from '@/components/ui/browser-storage';
import { lastReceipt } from '../receipt';
import {
  type SendResult,
  abandonCall,
  deliverRecording,
  recoverRecordings,
  retryDelaysMs,
  sendRecording,
} from './deliver';
import { emptyMemory, memory } from './testing/memory-database';
import { recordedFile as file } from './testing/recorded-file';
import { stubUpload } from './testing/upload';

vi.mock('idb', () => import('./testing/memory-database'));

const arrived: SendResult = { outcome: 'settled', delivered: { delivery: 'arrived' } };

/** Delivers to a server that gives these answers in turn and repeats the last one. */
async function deliver(...answers: SendResult[]) {
  return deliverFromBrowser(true, ...answers);
}

async function deliverFromBrowser(isSaving: boolean, ...answers: SendResult[]) {
  const waitsMs: number[] = [];
  let tries = 0;
  let store: 'deleted' | 'left' | undefined;
  const delivered = await deliverRecording(
    file,
    {
      isSaving,
      delete: async () => void (store = 'deleted'),
      leave: async () => void (store = 'left'),
    },
    {},
    {
      send: async () => answers[Math.min(tries++, answers.length - 1)] ?? arrived,
      wait: async (ms) => void waitsMs.push(ms),
    },
  );
  return { tries, waitsMs, store, delivered };
}

test('a recording that has arrived is deleted from the browser', async () => {
  const lead = { phone: '+998911112233', callBack: { when: 'ertaga' } };
  expect(await deliver({ outcome: 'settled', delivered: { delivery: 'arrived', ...lead } })).toEqual({
    tries: 1,
    waitsMs: [],
    store: 'deleted',
    delivered: { delivery: 'arrived', ...lead },
  });
});

test('the upload succeeds once the server is back', async () => {
  const later: SendResult = { outcome: 'later', waitMs: null };
  expect(await deliver(later, later, arrived)).toMatchObject({
    tries: 3,
    waitsMs: retryDelaysMs.slice(0, 2),
    store: 'deleted',
  });
});

test('after retries to an absent server, the recording stays stored for the next visit', async () => {
  const { tries, waitsMs, store } = await deliver({ outcome: 'later', waitMs: null });
  expect(tries).toBe(retryDelaysMs.length + 1);
  expect(waitsMs).toEqual(retryDelaysMs);
  expect(store).toBe('left');
});

test('the next try waits for the server’s Retry-After; a long one is left for the next visit', async () => {
  expect(await deliver({ outcome: 'later', waitMs: 5000 }, arrived)).toMatchObject({
    waitsMs: [5000],
  });
  expect(await deliver({ outcome: 'later', waitMs: 3_600_000 })).toMatchObject({
    tries: 1,
    waitsMs: [],
    store: 'left',
  });
});

test('a browser that stores nothing retries as long as the page is open; a refused recording is lost', async () => {
  const later: SendResult = { outcome: 'later', waitMs: 3_600_000 };
  const away = retryDelaysMs.map(() => later);
  const { tries, delivered } = await deliverFromBrowser(false, ...away, ...away, arrived);
  expect([tries, delivered]).toEqual([2 * retryDelaysMs.length + 1, { delivery: 'arrived' }]);
  expect(await deliverFromBrowser(false, { outcome: 'refused', status: 422 })).toMatchObject({
    delivered: { delivery: 'lost' },
  });
});

test('a refusal is reported and not retried during this visit', async () => {
  expect(await deliver({ outcome: 'refused', status: 422 })).toEqual({
    tries: 1,
    waitsMs: [],
    store: 'left',
    delivered: { delivery: 'refused' },
  });
});

test('a call that was deleted meanwhile leaves nothing in the browser', async () => {
  expect(await deliver({ outcome: 'settled', delivered: { delivery: 'deleted' } })).toMatchObject({
    tries: 1,
    store: 'deleted',
    delivered: { delivery: 'deleted' },
  });
});

test('a call that is deleted between two tries is not waited for, nor retried', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      constructor() {
        throw new TypeError('offline');
      }
    },
  );
  const deleted = new AbortController();
  const onProgress = vi.fn();
  const store = { isSaving: false, delete: vi.fn(), leave: vi.fn() };
  const delivering = deliverRecording(file, store, { signal: deleted.signal, onProgress });
  await expect.poll(() => onProgress).toHaveBeenCalledWith(null);
  deleted.abort();
  expect(await delivering).toEqual({ delivery: 'waiting' });
  expect(vi.getTimerCount()).toBe(0);
});

test('an upload reports its progress; a truncated answer confirms nothing; a full server names its Retry-After', async () => {
  const shares: (number | null)[] = [];
  const phone = '+998911112233';
  const text = JSON.stringify({ _id: 'a', processingStatus: 'pending', phoneNumber: phone });
  stubUpload({ status: 201, text });
  const sent = await sendRecording(file, { onProgress: (share) => void shares.push(share) });
  expect([sent, shares]).toEqual([{ outcome: 'settled', delivered: { delivery: 'arrived', phone } }, [0.5]]);
  stubUpload({ status: 410, text: '{}' });
  expect(await sendRecording(file)).toEqual({ outcome: 'settled', delivered: { delivery: 'deleted' } });
  stubUpload({ status: 201, text: '{"_id":' });
  expect(await sendRecording(file)).toEqual({ outcome: 'later', waitMs: null });
  stubUpload({ status: 503, text: '{}' });
  expect(await sendRecording(file)).toEqual({ outcome: 'later', waitMs: 7000 });
  vi.unstubAllGlobals();
});

test('a recording whose call is deleted is not uploaded', async () => {
  stubUpload();
  const deleted = new AbortController();
  expect(await sendRecording(file, { signal: deleted.signal })).toMatchObject(arrived);
  deleted.abort();
  expect(await sendRecording(file, { signal: deleted.signal })).toMatchObject({ outcome: 'later' });
  vi.unstubAllGlobals();
});

/** A recording of an earlier visit, with one chunk of sound unless it is empty. */
function storeRecording(room: string, change: object = {}, chunk: object | null = {}): void {
  const call = { room, phone: '', token: '', mime: 'audio/mp4', startedAtMs: Date.now(), refusals: 0 };
  memory.recordings.set(room, { ...call, over: true, ...change });
  const sound = { room, index: 0, endMs: 1000, bytes: new ArrayBuffer(1) };
  if (chunk) memory.chunks.set(`${room}/0`, Object.assign(sound, chunk));
}

afterEach(() => {
  vi.unstubAllGlobals();
  emptyMemory();
});

test('a recording that is too large for the server waits; other refusals end at the third; all end after two weeks', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  let rooms = 0;
  const recover = async (status: number, change: object = {}) => {
    const room = `chat-${rooms++}`;
    memory.recordings.clear();
    storeRecording(room, { refusals: 2, ...change });
    stubUpload({ status });
    await recoverRecordings();
    return memory.recordings.get(room)?.refusals ?? 'deleted';
  };
  expect(await recover(413)).toBe(2);
  expect(await recover(507)).toBe(2);
  expect(await recover(422, { refusals: 0 })).toBe(1);
  expect(await recover(422)).toBe('deleted');
  expect(await recover(410, { refusals: 0 })).toBe('deleted');
  expect(await recover(413, { startedAtMs: Date.now() - 15 * 24 * 3600 * 1000 })).toBe('deleted');
});

test('one visit counts one refusal of a recording, however often it is sent', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  storeRecording('chat-refused');
  const uploads = stubUpload({ status: 422 });
  for (let tries = 0; tries < 3; tries++) await recoverRecordings();
  expect(uploads).toHaveLength(3);
  expect(memory.recordings.get('chat-refused')?.refusals).toBe(1);
});

test.each([
  ['refused for the third time', { refusals: 2 }],
  ['two weeks old', { startedAtMs: Date.now() - 15 * 24 * 3600 * 1000 }],
])('the receipt of a recording that is %s no longer promises to send it', async (_, change) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  storeRecording('chat-given-up', change);
  const sound = { answerWaitsMs: [], voice: [], audioUrl: null, sentShare: 0 };
  lastReceipt.set({ ...file, ...sound, room: 'chat-given-up', delivery: 'waiting' });
  stubUpload({ status: 422 });
  await recoverRecordings();
  expect(memory.recordings.size).toBe(0);
  expect(lastReceipt.get()).toMatchObject({ delivery: 'lost' });
  tabStorage.removeItem('ovoz_last_call');
  lastReceipt.set(null);
});

test('the receipt of a visitor who refused to be recorded has neither sound nor words', async () => {
  storeRecording(file.room);
  const voices = { voice: [0.5], agentVoice: [0.5], answerWaitsMs: [], audioUrl: 'blob:heard', sentShare: 0 };
  const captions = [{ segment: 'a', speaker: 'visitor', text: 'Anna' }] as const;
  lastReceipt.set({ ...file, ...voices, captions, delivery: 'waiting' });
  const phoneNumber = '+998911112233';
  const lead = { _id: 'a', processingStatus: 'completed', phoneNumber, recordingRefused: true };
  stubUpload({ status: 200, text: JSON.stringify(lead) });
  await recoverRecordings();
  const silent = { voice: [], agentVoice: [], captions: [], audioUrl: null };
  expect(lastReceipt.get()).toMatchObject({ delivery: 'discarded', phone: phoneNumber, ...silent });
  tabStorage.removeItem('ovoz_last_call');
  lastReceipt.set(null);
});

test('a stored recording that cannot be read does not block the next ones', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const unreadable = Object.defineProperty({ room: 'chat-1', index: 0, endMs: 1000 }, 'bytes', {
    get() {
      throw new Error('cannot be read');
    },
  });
  storeRecording('chat-1', {}, null);
  memory.chunks.set('chat-1/0', unreadable);
  storeRecording('chat-2');
  expect(stubUpload()).toHaveLength(0);
  await recoverRecordings();
  expect([...memory.recordings.keys()]).toEqual(['chat-1']);
});

test('a recovered recording gets a receipt only for the room that is shown', async () => {
  stubUpload();
  storeRecording(file.room);
  await recoverRecordings();
  expect(lastReceipt.get()).toBeNull();
  storeRecording(file.room);
  await recoverRecordings((room) => room === file.room);
  expect(lastReceipt.get()).toMatchObject({ room: file.room, delivery: 'arrived' });
});

test('a call that is not resumed is sent, and shown unless another call is on', async () => {
  stubUpload();
  lastReceipt.set(null);
  const release = vi.fn();
  storeRecording('chat-3');
  await abandonCall({ room: 'chat-3', release }, () => true);
  expect([lastReceipt.get()?.room, memory.recordings.size]).toEqual(['chat-1', 0]);
  storeRecording('chat-3');
  await abandonCall({ room: 'chat-3', release }, () => false);
  expect(lastReceipt.get()).toMatchObject({ room: 'chat-3', delivery: 'arrived' });
  expect(release).toHaveBeenCalledTimes(2);
});
