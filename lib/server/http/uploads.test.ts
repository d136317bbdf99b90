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

/** A request whose form arrives in chunks of this size. */
function formRequest(body: string, chunkBytes = Infinity, contentType = multipart): Request {
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

async function receive(request: Request, maxBytes = 1024 * 1024) {
  const rules = { fileField: 'audio', maxBytes, headBytes: 4, folder };
  return withForm(request, rules, async ({ fields, file }: ReceivedForm) => ({
    fields: Object.fromEntries(fields),
    file: file && { ...file, bytes: await readFile(file.path, 'latin1'), head: file.head.toString() },
  }));
}

/** An upload that the test sends piece by piece. Each call resolves once the piece has been read. */
function slowUpload() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(Buffer.from(text, 'latin1'));
  const [head = '', tail = ''] = file('|').split('|');
  const init = { method: 'POST', body: readable, duplex: 'half', headers: { 'content-type': multipart } };
  let isBegun = false;
  return {
    upload: new Request('http://localhost/', init),
    send: (text: string) => {
      const sent = write((isBegun ? '' : head) + text);
      isBegun = true;
      return sent;
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
    expect(await receive(formRequest(form, chunkBytes))).toMatchObject({
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
  await expect(receive(formRequest(body))).rejects.toMatchObject({ code });
  expect(await readdir(folder)).toEqual([]);
});

test('another content type, and one without a boundary, are not read as a form', async () => {
  await expect(receive(formRequest('{}', Infinity, 'application/json'))).rejects.toMatchObject({
    code: 'unsupported_type',
  });
  await expect(receive(formRequest(form, 64, 'multipart/form-data'))).rejects.toMatchObject({
    code: 'bad_request',
  });
});

test('a body is refused as it passes the limit, or before it is read if its announced size does', async () => {
  await expect(receive(formRequest(file('x'.repeat(100_000)), 1000), 5000)).rejects.toMatchObject({
    code: 'too_large',
  });
  const announced = formRequest(form);
  announced.headers.set('content-length', '5001');
  await expect(receive(announced, 5000)).rejects.toMatchObject({ code: 'too_large' });
});

test('an upload that would use the disk’s reserve is refused with 507', async () => {
  vi.resetModules();
  vi.stubEnv('MIN_FREE_MB', '1000000000');
  const { withForm: freshWithForm } = await import('./uploads.ts');
  const rules = { fileField: 'audio', maxBytes: 5000, headBytes: 4, folder };
  await expect(freshWithForm(formRequest(form), rules, async () => 'done')).rejects.toMatchObject({
    code: 'storage_full',
    status: 507,
  });
  vi.unstubAllEnvs();
});

const megabyte = 1024 * 1024;

test('simultaneous uploads do not reserve the same space', async () => {
  disk.freeBytes = (256 + 12) * megabyte;
  const { upload, send, end } = slowUpload();
  const first = receive(upload, 64 * megabyte);
  await send('begun');
  await expect(receive(formRequest(form), 64 * megabyte)).rejects.toMatchObject({ code: 'storage_full' });
  const small = formRequest(form);
  small.headers.set('content-length', String(form.length));
  await expect(receive(small, 64 * megabyte)).resolves.toMatchObject({ file: { bytes: sound } });
  await end();
  await first;
  await expect(receive(formRequest(form), 64 * megabyte)).resolves.toMatchObject({ file: { bytes: sound } });
});

test('uploads that announce much and send little do not block other addresses, and are limited by address', async () => {
  vi.resetModules();
  vi.stubEnv('LIMIT_UPLOADS_PER_HOUR', '40');
  const { withForm: freshWithForm } = await import('./uploads.ts');
  disk.freeBytes = (256 + 100) * megabyte;
  const rules = { fileField: 'audio', maxBytes: 64 * megabyte, headBytes: 4, folder, address: '203.0.113.7' };
  const returnDone = async () => 'done';
  const slow = Array.from({ length: 8 }, slowUpload);
  const uploads = slow.map(({ upload }) => {
    upload.headers.set('content-length', String(60 * megabyte));
    return freshWithForm(upload, rules, returnDone);
  });
  await Promise.all(slow.map(({ send }) => send('begun')));
  await expect(freshWithForm(formRequest(form), rules, returnDone)).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
  });
  await expect(
    freshWithForm(formRequest(form), { ...rules, address: '203.0.113.8' }, returnDone),
  ).resolves.toBe('done');
  await Promise.all(slow.map(({ end }) => end()));
  await Promise.all(uploads);
  await expect(freshWithForm(formRequest(form), rules, returnDone)).resolves.toBe('done');
  vi.unstubAllEnvs();
});

test('SPOOL_MB limits what uploads store, whatever free space the file system reports', async () => {
  vi.resetModules();
  vi.stubEnv('SPOOL_MB', '20');
  const { withForm: freshWithForm } = await import('./uploads.ts');
  const rules = { fileField: 'audio', maxBytes: 64 * megabyte, headBytes: 4, folder };
  const [first, second] = [slowUpload(), slowUpload()];
  const uploads = [first, second].map(({ upload }) => freshWithForm(upload, rules, async () => 'done'));
  const refused = expect(uploads[1]).rejects.toMatchObject({ code: 'storage_full' });
  await first.send('begun');
  await second.send('x'.repeat(13 * megabyte)).catch(() => undefined);
  await second.end().catch(() => undefined);
  await refused;
  await first.end();
  expect(await uploads[0]).toBe('done');
  vi.unstubAllEnvs();
});

test('an upload is refused before it uses the disk’s reserve, if others fill the disk meanwhile', async () => {
  disk.freeBytes = (256 + 100) * megabyte;
  const { upload, send, end } = slowUpload();
  const first = receive(upload, 64 * megabyte);
  const refused = expect(first).rejects.toMatchObject({ code: 'storage_full', status: 507 });
  await send('begun');
  disk.freeBytes = 255 * megabyte;
  await send('x'.repeat(5 * megabyte));
  await end().catch(() => undefined);
  await refused;
  expect(await readdir(folder)).toEqual([]);
});
