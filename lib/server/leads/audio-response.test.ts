import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { db } from '../platform/db.ts';
import { storage } from '../platform/storage/index.ts';
import { newRecording } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { audioResponse, matchesEtag, requestedRange, unsatisfiable } from './audio-response.ts';
import { saveRecording } from './recordings.ts';

setUpEnvironment();

let id: string;
let bytes: Buffer;
beforeAll(async () => {
  const recording = newRecording({ bytes: 1000 });
  bytes = readFileSync(recording.file.path);
  id = (await saveRecording(recording, 'browser')).leadReceipt._id;
});

async function requestAudio(headers: Record<string, string> = {}, method = 'GET', query = '') {
  const response = await audioResponse(
    new Request(`http://localhost/audio${query}`, { method, headers }),
    id,
  );
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

test('the answer has the whole recording and its file name', async () => {
  const { status, headers, body } = await requestAudio();
  expect([status, body.equals(bytes)]).toEqual([200, true]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'content-disposition': 'inline; filename="+998901234567-conversation.wav"',
    'x-content-type-options': 'nosniff',
  });
  const download = await requestAudio({}, 'GET', '?download=1');
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; /);
});

test('a player gets the part that it requests', async () => {
  const { status, headers, body } = await requestAudio({ range: 'bytes=100-149' });
  expect([status, body.equals(bytes.subarray(100, 150))]).toEqual([206, true]);
  expect(headers.get('content-range')).toBe('bytes 100-149/1000');
  expect(headers.get('content-length')).toBe('50');
});

test('a range outside the file gets 416 with the size', async () => {
  const { status, headers, body } = await requestAudio({ range: 'bytes=1000-' });
  expect([status, headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  expect(JSON.parse(body.toString())).toMatchObject({ code: 'range_not_satisfiable' });
});

test('a recording in the browser’s cache gets 304', async () => {
  const etag = (await requestAudio()).headers.get('etag') ?? '';
  const { status, body } = await requestAudio({ 'if-none-match': etag, range: 'bytes=0-1' });
  expect([status, body.length]).toEqual([304, 0]);
});

test('if the browser has another file, the whole file is sent instead of a part', async () => {
  const etag = (await requestAudio()).headers.get('etag') ?? '';
  const range = 'bytes=0-9';
  expect((await requestAudio({ range, 'if-range': etag })).status).toBe(206);
  expect((await requestAudio({ range, 'if-range': '"another"' })).status).toBe(200);
  expect((await requestAudio({ range, 'if-range': new Date().toUTCString() })).status).toBe(200);
});

test.each(['', 'bytes=0-1', 'bytes=5000-'])(
  'HEAD gets the headers of the whole file and no body, with the range %j',
  async (range) => {
    const { status, headers, body } = await requestAudio({ range }, 'HEAD');
    expect([status, body.length, headers.get('content-length')]).toEqual([200, 0, '1000']);
    expect(headers.get('content-range')).toBeNull();
  },
);

test('a lead without a recording and a missing lead have different errors', async () => {
  const lead = await db().lead.create({ data: { phone: '+998901234567' } });
  const request = new Request('http://localhost/audio');
  await expect(audioResponse(request, lead.id)).rejects.toMatchObject({ code: 'audio_not_found' });
  await db().lead.delete({ where: { id: lead.id } });
  await expect(audioResponse(request, lead.id)).rejects.toMatchObject({ code: 'lead_not_found' });
});

test('a recording that is missing in the storage is not found', async () => {
  const { audioKey } = await db().lead.findUniqueOrThrow({ where: { id } });
  await storage().delete(audioKey ?? '');
  await expect(requestAudio()).rejects.toMatchObject({ code: 'audio_not_found' });
});

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['BYTES=1-2', { start: 1, end: 2 }],
  ['bytes=100-', unsatisfiable],
  ['bytes=100-200', unsatisfiable],
  ['bytes=-0', unsatisfiable],
  ['bytes=99999999999999999999-', unsatisfiable],
])('the range %s of 100 bytes is %j', (header, range) => {
  expect(requestedRange(header, 100)).toEqual(range);
});

test.each([
  null,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=0-1,5-6',
  'items=0-1',
  'bytes=0-1-2',
])('%s asks for the whole file', (header) => {
  expect(requestedRange(header, 100)).toBeUndefined();
});

test('an etag is found in a list, weak or strong, and by a star', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '*']) expect(matchesEtag(header, '"a"')).toBe(true);
  for (const header of [null, '', '"b"', 'a']) expect(matchesEtag(header, '"a"')).toBe(false);
});
