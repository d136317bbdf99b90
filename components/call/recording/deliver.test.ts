import { put } from '@vercel/blob/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lastReceipt } from '../after-call';
import { deliverRecording, recoverRecordings, retryDelaysMs } from './deliver';
import { speechRateHz } from '@/lib/contracts/limits';
import { forgetRecording, keepRecording, keptRecordings, keptVoices } from './outbox';
import type { RecordedFile } from './recorded-file';
import { type SendResult, sendRecording } from './send-recording';

vi.mock('@vercel/blob/client', () => ({ put: vi.fn() }));

vi.mock('./outbox', () => ({
  keptRecordings: vi.fn(),
  keptVoices: vi.fn(async () => []),
  readRecording: async (room: string) => {
    if (room === 'chat-typed') return null;
    if (room === 'chat-unreadable') throw new Error('cannot be read');
    return { ...file, room, mime: 'audio/mp4', chunks: [new Blob(['x'])] };
  },
  ifNobodyHolds: async (_room: string, work: () => Promise<void>) => work(),
  forgetRecording: vi.fn(),
  keepRecording: vi.fn(),
}));

const file: RecordedFile = {
  room: 'chat-1',
  phone: '+998 90 123 45 67',
  token: '',
  durationMs: 1,
  audio: new Blob(),
};

const stored: Awaited<ReturnType<typeof put>> = {
  url: '',
  downloadUrl: '',
  pathname: 'leads/a.webm',
  contentType: 'audio/webm',
  contentDisposition: '',
  etag: '',
};

/** Delivers to a server that answers so, the last answer again and again. */
async function deliver(...answers: SendResult[]) {
  return deliverBy(true, ...answers);
}

async function deliverBy(keeps: boolean, ...answers: SendResult[]) {
  const waitsMs: number[] = [];
  let tries = 0;
  let kept: 'forgotten' | 'left' | undefined;
  const delivered = await deliverRecording(
    file,
    {
      keeps,
      forget: async () => void (kept = 'forgotten'),
      leave: async () => void (kept = 'left'),
    },
    {},
    {
      send: async () => answers[Math.min(tries++, answers.length - 1)] ?? { outcome: 'sent' },
      wait: async (ms) => void waitsMs.push(ms),
    },
  );
  return { tries, waitsMs, kept, delivered };
}

test('a recording that is taken is forgotten', async () => {
  expect(await deliver({ outcome: 'sent', phone: '+998911112233' })).toEqual({
    tries: 1,
    waitsMs: [],
    kept: 'forgotten',
    delivered: { delivery: 'arrived', phone: '+998911112233' },
  });
});

test('a server that comes back gets it', async () => {
  const later: SendResult = { outcome: 'later', waitMs: null };
  expect(await deliver(later, later, { outcome: 'sent' })).toMatchObject({
    tries: 3,
    waitsMs: retryDelaysMs.slice(0, 2),
    kept: 'forgotten',
  });
});

test('a server that stays away is given up for this visit, and the recording is kept', async () => {
  const { tries, waitsMs, kept } = await deliver({ outcome: 'later', waitMs: null });
  expect(tries).toBe(retryDelaysMs.length + 1);
  expect(waitsMs).toEqual(retryDelaysMs);
  expect(kept).toBe('left');
});

test('a server that names a time is not asked earlier; a long one is left for the next visit', async () => {
  expect(await deliver({ outcome: 'later', waitMs: 5000 }, { outcome: 'sent' })).toMatchObject({
    waitsMs: [5000],
  });
  expect(await deliver({ outcome: 'later', waitMs: 3_600_000 })).toMatchObject({
    tries: 1,
    waitsMs: [],
    kept: 'left',
  });
});

test('where the browser keeps nothing it is tried as long as the page is open; a refused one is lost', async () => {
  const later: SendResult = { outcome: 'later', waitMs: 3_600_000 };
  const away = retryDelaysMs.map(() => later);
  const { tries, delivered } = await deliverBy(false, ...away, ...away, { outcome: 'sent' });
  expect([tries, delivered]).toEqual([2 * retryDelaysMs.length + 1, { delivery: 'arrived' }]);
  expect(await deliverBy(false, { outcome: 'refused', status: 422 })).toMatchObject({
    delivered: { delivery: 'lost' },
  });
});

test('a refusal is not repeated: it is told, and the next visit decides', async () => {
  expect(await deliver({ outcome: 'refused', status: 422 })).toEqual({
    tries: 1,
    waitsMs: [],
    kept: 'left',
    delivered: { delivery: 'refused' },
  });
});

test('a call that was deleted meanwhile leaves nothing in the browser', async () => {
  expect(await deliver({ outcome: 'deleted' })).toMatchObject({
    tries: 1,
    kept: 'forgotten',
    delivered: { delivery: 'deleted' },
  });
});

test('a call that is deleted between two tries is not waited for, nor tried again', async () => {
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
  const keeper = { keeps: false, forget: vi.fn(), leave: vi.fn() };
  const delivering = deliverRecording(file, keeper, { signal: deleted.signal, onProgress });
  await vi.waitFor(() => expect(onProgress).toHaveBeenCalledWith(null));
  deleted.abort();
  expect(await delivering).toEqual({ delivery: 'waiting' });
  expect(vi.getTimerCount()).toBe(0);
});

/** A browser's upload of a form, half of which is told before the server answers so. */
function stubUpload(onOpen: (url: string) => void, answer = { status: 201, text: '{}' }): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: object) => void } = {};
      onload = () => undefined;
      status = answer.status;
      responseText = answer.text;
      open(_method: string, url: string) {
        onOpen(url);
      }
      setRequestHeader() {}
      abort() {}
      getResponseHeader() {
        return answer.status === 503 ? '7' : null;
      }
      send() {
        this.upload.onprogress?.({ loaded: 1, total: 2 });
        this.onload();
      }
    },
  );
}

test('an upload tells how far it has come; an answer cut short confirms nothing; a full server names its time', async () => {
  const shares: (number | null)[] = [];
  const phone = '+998911112233';
  const text = JSON.stringify({ _id: 'a', processingStatus: 'pending', phoneNumber: phone });
  stubUpload(() => undefined, { status: 201, text });
  const sent = await sendRecording(file, { onProgress: (share) => void shares.push(share) });
  expect([sent, shares]).toEqual([{ outcome: 'sent', phone }, [0.5]]);
  stubUpload(() => undefined, { status: 410, text: '{}' });
  expect(await sendRecording(file)).toEqual({ outcome: 'deleted' });
  stubUpload(() => undefined, { status: 201, text: '{"_id":' });
  expect(await sendRecording(file)).toEqual({ outcome: 'later', waitMs: null });
  stubUpload(() => undefined, { status: 503, text: '{}' });
  expect(await sendRecording(file)).toEqual({ outcome: 'later', waitMs: 7000 });
  vi.unstubAllGlobals();
});

test('the upload of a recording that is deleted is broken off', async () => {
  stubUpload(() => undefined);
  const deleted = new AbortController();
  expect(await sendRecording(file, { signal: deleted.signal })).toMatchObject({ outcome: 'sent' });
  deleted.abort();
  expect(await sendRecording(file, { signal: deleted.signal })).toMatchObject({ outcome: 'later' });
  vi.unstubAllGlobals();
});

test('a server without a store for browsers, or with one that refuses, is told apart', async () => {
  const asked: string[] = [];
  const server = (upload: number) =>
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return Response.json({}, { status: upload });
    });
  stubUpload((url) => void asked.push(url));
  server(404);
  expect(await sendRecording({ ...file, direct: true })).toMatchObject({ outcome: 'sent' });
  expect(asked).toEqual(['/api/leads/upload', '/api/leads']);
  server(403);
  expect(await sendRecording({ ...file, direct: true })).toEqual({ outcome: 'refused', status: 403 });
  expect(asked).toHaveLength(3);
  vi.unstubAllGlobals();
});

test('where bodies cannot be streamed, they go whole', async () => {
  vi.useFakeTimers();
  const grant = { clientToken: 'token', pathname: 'leads/a.webm', receipt: 'r' };
  vi.stubGlobal('fetch', async () => Response.json({ type: 'blob.generate-client-token', ...grant }));
  const streamed: boolean[] = [];
  vi.mocked(put).mockImplementation(async (_path, _body, { onUploadProgress }) => {
    streamed.push(onUploadProgress !== undefined);
    // As behind an HTTP/1.1 proxy: tried again and again, and not a byte of it read.
    if (onUploadProgress) await new Promise(() => onUploadProgress({ loaded: 0, total: 9, percentage: 0 }));
    return stored;
  });
  const sending = sendRecording({ ...file, direct: true });
  await vi.waitFor(() => expect(streamed).toEqual([true]));
  await vi.advanceTimersByTimeAsync(6000);
  expect(await sending).toEqual({ outcome: 'sent' });
  expect(await sendRecording({ ...file, direct: true })).toEqual({ outcome: 'sent' });
  expect(streamed).toEqual([true, false, false]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what is too large for the server now is kept for later visits; other refusals end at the third; two weeks end all', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const kept = { room: 'chat-1', phone: '', token: '', mime: '', startedAtMs: Date.now(), refusals: 2 };
  const recover = async (status: number, changes: object = {}) => {
    vi.mocked(forgetRecording).mockClear();
    vi.mocked(keepRecording).mockClear();
    vi.mocked(keptRecordings).mockResolvedValue([{ ...kept, ...changes }]);
    stubUpload(() => undefined, { status, text: '{}' });
    await recoverRecordings();
    vi.unstubAllGlobals();
    if (vi.mocked(forgetRecording).mock.calls.length > 0) return 'forgotten';
    return vi.mocked(keepRecording).mock.calls[0]?.[0].refusals ?? 'as it was';
  };
  expect(await recover(413)).toBe('as it was');
  expect(await recover(507)).toBe('as it was');
  expect(await recover(422, { refusals: 0 })).toBe(1);
  expect(await recover(422)).toBe('forgotten');
  expect(await recover(410, { refusals: 0 })).toBe('forgotten');
  expect(await recover(413, { startedAtMs: Date.now() - 15 * 24 * 3600 * 1000 })).toBe('forgotten');
});

test('a kept recording that cannot be read holds up none behind it', async () => {
  stubUpload(() => undefined, { status: 201, text: '{}' });
  const kept = { ...file, mime: 'audio/mp4', startedAtMs: Date.now(), language: 'uz' as const, refusals: 0 };
  vi.mocked(keptRecordings).mockResolvedValueOnce([
    { ...kept, room: 'chat-unreadable' },
    { ...kept, room: 'chat-2' },
  ]);
  vi.mocked(forgetRecording).mockClear();
  await recoverRecordings();
  vi.unstubAllGlobals();
  expect(forgetRecording).toHaveBeenCalledExactlyOnceWith('chat-2');
});

test('a recording of an earlier visit is shown as arrived where that is still news', async () => {
  const kept = { ...file, mime: 'audio/mp4', startedAtMs: Date.now(), refusals: 0 };
  vi.mocked(keptRecordings).mockResolvedValue([kept]);
  stubUpload(() => undefined);
  let isNews = false;
  const isShown = (room: string) => isNews && room === file.room;
  await recoverRecordings(isShown);
  expect(lastReceipt.get()).toBeNull();
  isNews = true;
  await recoverRecordings(isShown);
  expect(lastReceipt.get()).toMatchObject({ room: file.room, delivery: 'arrived' });
  vi.unstubAllGlobals();
});

test.each([
  ['', 'chat-1'],
  [', though nothing else was recorded,', 'chat-typed'],
])('an earlier visit without an audio graph%s is sent with what the agent said in it', async (_, room) => {
  const startedAtMs = Date.now() - 60_000;
  const kept = {
    ...file,
    room,
    mime: 'audio/mp4',
    startedAtMs,
    refusals: 0,
    apart: [{ fromMs: 0, untilMs: Infinity }],
  };
  vi.mocked(keptRecordings).mockResolvedValueOnce([kept]);
  vi.mocked(keptVoices).mockResolvedValueOnce([
    { of: 'agent', startedAtMs: startedAtMs + 4000, chunks: [new Blob(['hello'])] },
  ]);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        return { numberOfChannels: 1, getChannelData: () => new Float32Array(speechRateHz).fill(0.5) };
      }
    },
  );
  stubUpload(() => undefined);
  await recoverRecordings(() => true);
  expect(lastReceipt.get()).toMatchObject({ room, durationMs: 5000 });
  vi.unstubAllGlobals();
});
