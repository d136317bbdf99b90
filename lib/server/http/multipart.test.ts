import { expect, test } from 'vitest';
import { formParts } from './multipart.ts';

const crlf = '\r\n';
const megabyte = 1024 * 1024;

/** A form as it would be sent, arriving `chunkBytes` at a time. */
function sent(
  body: string | Uint8Array,
  chunkBytes = Infinity,
  contentType = 'multipart/form-data; boundary=B',
): Request {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
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

async function partsOf(request: Request, maxBytes = megabyte): Promise<[string, string][]> {
  const parts: [string, string][] = [];
  for await (const { name, body } of formParts(request, maxBytes)) {
    parts.push([name, Buffer.concat(await Array.fromAsync(body)).toString('latin1')]);
  }
  return parts;
}

const part = (name: string, body: string) =>
  `--B${crlf}Content-Disposition: form-data; name="${name}"${crlf}${crlf}${body}${crlf}`;
const form = `${part('one', 'first')}${part('two', `--B is not a boundary here${crlf}--`)}${part('none', '')}--B--${crlf}`;
const read = [
  ['one', 'first'],
  ['two', `--B is not a boundary here${crlf}--`],
  ['none', ''],
];

test('reads a form the same, however it is cut into chunks', async () => {
  for (const chunkBytes of [1, 2, 3, 7, 64, Infinity]) {
    expect(await partsOf(sent(form, chunkBytes))).toEqual(read);
  }
});

test('reads what browsers send, binary files included', async () => {
  const file = new Uint8Array(300_000).map((_, i) => (i * 31) % 251);
  const data = new FormData();
  data.set('phoneNumber', '+998 90 123 45 67');
  data.set('audio', new Blob([file], { type: 'audio/webm' }), 'conversation.webm');
  const encoded = new Request('http://localhost/', { method: 'POST', body: data });
  const parts = await partsOf(encoded);
  expect(parts[0]).toEqual(['phoneNumber', '+998 90 123 45 67']);
  expect(Buffer.from(parts[1]?.[1] ?? '', 'latin1').equals(file)).toBe(true);
});

test('a part whose body nobody reads is skipped', async () => {
  const names: string[] = [];
  for await (const { name } of formParts(sent(form, 5), megabyte)) names.push(name);
  expect(names).toEqual(['one', 'two', 'none']);
});

test('a text before the first boundary and after the last counts for nothing', async () => {
  expect(await partsOf(sent(`preamble${crlf}${form}epilogue`))).toEqual(read);
});

test('a quoted boundary, and blanks after it, are read', async () => {
  const quoted = sent(form, 64, 'multipart/form-data; charset=utf-8; boundary="B"');
  expect(await partsOf(quoted)).toEqual(read);
  expect(await partsOf(sent(form.replace(`--B${crlf}`, `--B \t${crlf}`)))).toEqual(read);
});

test('another content type is not a form', async () => {
  const json = sent('{}', Infinity, 'application/json');
  await expect(partsOf(json)).rejects.toMatchObject({ code: 'unsupported_type' });
});

test.each([
  ['empty', ''],
  ['without a boundary', 'hello'],
  ['broken off in the body', part('one', 'first').slice(0, -3)],
  ['broken off in the headers', `--B${crlf}Content-Disposition: form-da`],
  ['without its end', part('one', 'first')],
  ['without a name', `--B${crlf}Content-Disposition: form-data${crlf}${crlf}x${crlf}--B--`],
  ['without headers', `--B${crlf}${crlf}x${crlf}--B--`],
  ['with something after a boundary', `--Bx${crlf}${crlf}x${crlf}--B--`],
  ['with headers that never end', `--B${crlf}${'x'.repeat(10_000)}`],
])('a form %s is malformed', async (_how, body) => {
  await expect(partsOf(sent(body))).rejects.toMatchObject({ code: 'bad_request' });
});

test('a content type without a boundary is malformed', async () => {
  await expect(partsOf(sent(form, 64, 'multipart/form-data'))).rejects.toMatchObject({ code: 'bad_request' });
});

test('a body that passes the limit is refused as it does', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(Buffer.from(pulled === 1 ? part('audio', '').slice(0, -2) : 'x'.repeat(1000)));
    },
  });
  const init = {
    method: 'POST',
    body: endless,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=B' },
  };
  await expect(partsOf(new Request('http://localhost/', init), 5000)).rejects.toMatchObject({
    code: 'too_large',
  });
  expect(pulled).toBeLessThan(10);
});

test('a length that is announced as too large is refused before anything is read', async () => {
  const request = sent(form);
  request.headers.set('content-length', '5001');
  await expect(partsOf(request, 5000)).rejects.toMatchObject({ code: 'too_large' });
});
