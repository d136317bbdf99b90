import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { disk } from '../testing/disk.ts';
import { type ReceivedForm, withForm } from './uploads.ts';

vi.mock(import('node:fs/promises'), async () => (await import('../testing/disk.ts')).fsOnDisk);
afterEach(() => {
  disk.freeBytes = 1e12;
});

const crlf = '\r\n';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-uploads-'));
});
afterAll(() => rm(folder, { recursive: true }));

const multipart = 'multipart/form-data; boundary=B';

/** A form that arrives `chunkBytes` at a time. */
function sent(body: string, chunkBytes = Infinity, contentType = multipart): Request {
  const bytes = Buffer.from(body, 'latin1');
  let offset = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(offset, Math.min(bytes.length, offset + chunkBytes)));
      offset += chunkBytes;
    },
  });
  const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'content-type': contentType } };
  return new Request('http://localhost/', init);
}

async function received(request: Request, maxBytes = 1024 * 1024) {
  const rules = { fileField: 'audio', maxBytes, headBytes: 4, folder };
  return withForm(request, rules, async ({ fields, file }: ReceivedForm) => ({
    fields: Object.fromEntries(fields),
    file: file && { ...file, bytes: await readFile(file.path, 'latin1'), head: file.head.toString() },
  }));
}

/** An upload that the test advances; each step resolves when it has been read. */
function slowUpload() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(Buffer.from(text, 'latin1'));
  const [head = '', tail = ''] = file('|').split('|');
  const init = { method: 'POST', body: readable, duplex: 'half', headers: { 'content-type': multipart } };
  let begun = false;
  return {
    upload: new Request('http://localhost/', init),
    next: (text: string) => {
      const sentNow = write((begun ? '' : head) + text);
      begun = true;
      return sentNow;
    },
    end: async () => {
      await write(`${tail}--B--${crlf}`);
      await writer.close();
    },
  };
}

const field = (name: string, body: string) =>
  `--B${crlf}Content-Disposition: form-data; name="${name}"${crlf}${crlf}${body}${crlf}`;
const file = (body: string) =>
  `--B${crlf}Content-Disposition: form-data; name="audio"; filename="x.webm"${crlf}Content-Type: audio/webm${crlf}${crlf}${body}${crlf}`;
const sound = `abc--B is no boundary here${crlf}--`;
const form = `${field('phoneNumber', '+998 90')}${file(sound)}--B--${crlf}`;

test('a form is received the same however it is cut into chunks, and its file is removed afterwards', async () => {
  for (const chunkBytes of [1, 7, 64, Infinity])
    expect(await received(sent(form, chunkBytes))).toMatchObject({
      fields: { phoneNumber: '+998 90' },
      file: { bytes: sound, size: sound.length, head: 'abc-' },
    });
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['empty', '', 'bad_request'],
  ['without a boundary', 'hello', 'bad_request'],
  ['broken off in its file', form.slice(0, -20), 'bad_request'],
  ['with two files', `${file('a')}${file('b')}--B--${crlf}`, 'bad_request'],
  ['with a field that is too long', `${field('x', 'y'.repeat(5000))}--B--${crlf}`, 'invalid_field'],
  [
    'with too many fields',
    Array.from({ length: 30 }, (_, at) => field(`f${at}`, '1')).join('') + `--B--${crlf}`,
    'bad_request',
  ],
])('a form %s is refused and leaves nothing behind', async (_how, body, code) => {
  await expect(received(sent(body))).rejects.toMatchObject({ code });
  expect(await readdir(folder)).toEqual([]);
});

test('another content type, and one without a boundary, are not read as a form', async () => {
  await expect(received(sent('{}', Infinity, 'application/json'))).rejects.toMatchObject({
    code: 'unsupported_type',
  });
  await expect(received(sent(form, 64, 'multipart/form-data'))).rejects.toMatchObject({
    code: 'bad_request',
  });
});

test('a body is refused when it passes the limit, or before reading if it announces its size', async () => {
  await expect(received(sent(file('x'.repeat(100_000)), 1000), 5000)).rejects.toMatchObject({
    code: 'too_large',
  });
  const announced = sent(form);
  announced.headers.set('content-length', '5001');
  await expect(received(announced, 5000)).rejects.toMatchObject({ code: 'too_large' });
});

test('a disk without space answers 507 and leaves the reserve alone', async () => {
  vi.resetModules();
  vi.stubEnv('MIN_FREE_MB', '1000000000');
  const { withForm: strict } = await import('./uploads.ts');
  const rules = { fileField: 'audio', maxBytes: 5000, headBytes: 4, folder };
  await expect(strict(sent(form), rules, async () => 'taken')).rejects.toMatchObject({
    code: 'storage_full',
    status: 507,
  });
  vi.unstubAllEnvs();
});

const megabyte = 1024 * 1024;

test('simultaneous uploads do not reserve the same space', async () => {
  disk.freeBytes = (256 + 12) * megabyte;
  const { upload, next, end } = slowUpload();
  const first = received(upload, 64 * megabyte);
  await next('begun');
  await expect(received(sent(form), 64 * megabyte)).rejects.toMatchObject({ code: 'storage_full' });
  const small = sent(form);
  small.headers.set('content-length', String(form.length));
  await expect(received(small, 64 * megabyte)).resolves.toMatchObject({ file: { bytes: sound } });
  await end();
  await first;
  await expect(received(sent(form), 64 * megabyte)).resolves.toMatchObject({ file: { bytes: sound } });
});

test('many uploads that announce much and send little do not block others, and are limited by address', async () => {
  vi.resetModules();
  vi.stubEnv('LIMIT_UPLOADS_PER_HOUR', '40');
  const { withForm: fresh } = await import('./uploads.ts');
  disk.freeBytes = (256 + 100) * megabyte;
  const rules = { fileField: 'audio', maxBytes: 64 * megabyte, headBytes: 4, folder, address: '203.0.113.7' };
  const taken = async () => 'taken';
  const slow = Array.from({ length: 8 }, slowUpload);
  const underWay = slow.map(({ upload }) => {
    upload.headers.set('content-length', String(60 * megabyte));
    return fresh(upload, rules, taken);
  });
  await Promise.all(slow.map(({ next }) => next('begun')));
  await expect(fresh(sent(form), rules, taken)).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  await expect(fresh(sent(form), { ...rules, address: '203.0.113.8' }, taken)).resolves.toBe('taken');
  await Promise.all(slow.map(({ end }) => end()));
  await Promise.all(underWay);
  await expect(fresh(sent(form), rules, taken)).resolves.toBe('taken');
  vi.unstubAllEnvs();
});

test('a volume with its own limit is not filled beyond it, whatever free space the file system reports', async () => {
  vi.resetModules();
  vi.stubEnv('SPOOL_MB', '20');
  const { withForm: fresh } = await import('./uploads.ts');
  const rules = { fileField: 'audio', maxBytes: 64 * megabyte, headBytes: 4, folder };
  const [first, second] = [slowUpload(), slowUpload()];
  const arriving = [first, second].map(({ upload }) => fresh(upload, rules, async () => 'taken'));
  const refused = expect(arriving[1]).rejects.toMatchObject({ code: 'storage_full' });
  await first.next('begun');
  await second.next('x'.repeat(13 * megabyte)).catch(() => undefined);
  await second.end().catch(() => undefined);
  await refused;
  await first.end();
  expect(await arriving[0]).toBe('taken');
  vi.unstubAllEnvs();
});

test('an upload ends before the reserve is used, if others fill the disk meanwhile', async () => {
  disk.freeBytes = (256 + 100) * megabyte;
  const { upload, next, end } = slowUpload();
  const first = received(upload, 64 * megabyte);
  const refused = expect(first).rejects.toMatchObject({ code: 'storage_full', status: 507 });
  await next('begun');
  disk.freeBytes = 255 * megabyte;
  await next('x'.repeat(5 * megabyte));
  await end().catch(() => undefined);
  await refused;
  expect(await readdir(folder)).toEqual([]);
});
