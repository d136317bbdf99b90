import { expect, test } from 'vitest';
import { readBytes, readJson } from './body.ts';

function postRequest(
  body: BodyInit | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers });
}

function streamRequest(body: ReadableStream): Request {
  const init = { method: 'POST', body, duplex: 'half' };
  return new Request('http://localhost/', init);
}

test('JSON is read, in UTF-8', async () => {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  expect(await readJson(postRequest('{"name":"Oʻgʻiloy"}', type))).toEqual({ name: 'Oʻgʻiloy' });
});

test('a text about the characters \\u0000 is text like any other', async () => {
  const note = String.raw`write \u0000`;
  expect(await readJson(postRequest(JSON.stringify({ note })))).toEqual({ note });
});

test.each([
  ['broken JSON', postRequest('{'), 'bad_request'],
  ['an empty body', postRequest(''), 'bad_request'],
  ['no body', postRequest(null), 'bad_request'],
  ['bytes that are no text', postRequest(new Uint8Array([0x22, 0xff, 0x22])), 'bad_request'],
  ['another content type', postRequest('{}', { 'content-type': 'text/plain' }), 'unsupported_type'],
  ['a body that is too large', postRequest(JSON.stringify('x'.repeat(70_000))), 'too_large'],
])('%s is refused', async (_what, request, code) => {
  await expect(readJson(request)).rejects.toMatchObject({ code });
});

test('a body that never ends is refused as it passes the limit', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  await expect(readBytes(streamRequest(endless), 5000)).rejects.toMatchObject({ code: 'too_large' });
  expect(pulled).toBeLessThan(10);
});

test('a body that never arrives is refused after a timeout', async () => {
  await expect(readBytes(streamRequest(new ReadableStream()), 5000, 20)).rejects.toMatchObject({
    code: 'bad_request',
  });
});

test('a body that breaks off is reported as the client’s error', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) });
  await expect(readBytes(streamRequest(broken), 5000)).rejects.toMatchObject({ code: 'bad_request' });
});
