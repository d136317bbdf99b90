import { put } from '@vercel/blob/client';
import { afterEach, expect, test, vi } from 'vitest';
import { sendRecording } from './deliver';
import { recordedFile } from './testing/recorded-file';
import { type BucketReply, stubUpload } from './testing/upload';

vi.mock('@vercel/blob/client', () => ({ put: vi.fn() }));

const arrived = { outcome: 'settled', delivered: { delivery: 'arrived' } };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const file = { ...recordedFile, direct: true };

const stored: Awaited<ReturnType<typeof put>> = {
  url: '',
  downloadUrl: '',
  pathname: 'leads/a.webm',
  contentType: 'audio/webm',
  contentDisposition: '',
  etag: '',
};

test('without direct storage the form goes to the server; a refused grant refuses the recording', async () => {
  const requests: string[] = [];
  const server = (upload: number) =>
    vi.stubGlobal('fetch', async (url: string) => {
      requests.push(url);
      return Response.json({}, { status: upload });
    });
  const posted = stubUpload();
  server(404);
  expect(await sendRecording(file)).toMatchObject(arrived);
  expect([requests, posted.map(({ url }) => url)]).toEqual([['/api/leads/upload'], ['/api/leads']]);
  server(403);
  expect(await sendRecording(file)).toEqual({ outcome: 'refused', status: 403 });
  expect([requests.length, posted.length]).toEqual([2, 1]);
});

test('a bucket takes the recording past the server; if it refuses, the form goes to the server', async () => {
  vi.useFakeTimers();
  const grant = {
    type: 's3.signed-put',
    url: 'https://s3.example/leads/a.webm?sig',
    headers: {},
    receipt: 'r',
  };
  const receipt = { _id: 'a', processingStatus: 'pending', phoneNumber: '+998911112233' };
  const send = async (bucket: BucketReply) => {
    const requests: string[] = [];
    const shares: (number | null)[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      const { type }: { type: string } = JSON.parse(body);
      requests.push(type);
      return Response.json(type === 'recording.stored' ? receipt : grant);
    });
    const posted = stubUpload({ status: 201, text: JSON.stringify(receipt) }, bucket);
    const audio = new Blob(['voice'], { type: 'audio/webm' });
    const sending = sendRecording({ ...file, audio }, { onProgress: (share) => shares.push(share) });
    await vi.advanceTimersByTimeAsync(6000);
    expect(await sending).toEqual({
      outcome: 'settled',
      delivered: { delivery: 'arrived', phone: '+998911112233' },
    });
    return { requests, shares, forms: posted.length };
  };
  const [granted, confirmed] = ['blob.generate-client-token', 'recording.stored'];
  for (const success of [200, 204])
    expect(await send(success)).toEqual({ requests: [granted, confirmed], shares: [0.5], forms: 0 });
  for (const refusal of [403, 503, 'breaks off', 'hangs'] as const)
    expect(await send(refusal)).toMatchObject({ requests: [granted], forms: 1 });
});

test('if bodies cannot be streamed, they are sent whole', async () => {
  vi.useFakeTimers();
  const grant = { clientToken: 'token', pathname: 'leads/a.webm', receipt: 'r' };
  vi.stubGlobal('fetch', async () => Response.json({ type: 'blob.generate-client-token', ...grant }));
  const streamed: boolean[] = [];
  vi.mocked(put).mockImplementation(async (_path, _body, { onUploadProgress }) => {
    streamed.push(onUploadProgress !== undefined);
    // Behaves like an HTTP/1.1 proxy: every try fails, and no byte is read.
    if (onUploadProgress) await new Promise(() => onUploadProgress({ loaded: 0, total: 9, percentage: 0 }));
    return stored;
  });
  const sending = sendRecording(file);
  await expect.poll(() => streamed).toEqual([true]);
  await vi.advanceTimersByTimeAsync(6000);
  expect(await sending).toEqual(arrived);
  expect(await sendRecording(file)).toEqual(arrived);
  expect(streamed).toEqual([true, false, false]);
});
