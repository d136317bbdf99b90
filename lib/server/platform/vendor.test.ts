import type { RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { askVendor, retryAfterS } from './vendor';

async function startVendor(...answers: RequestListener[]) {
  let requestCount = 0;
  const { url, stop } = await startLoopbackServer((request, response) => {
    request.resume();
    answers[Math.min(requestCount++, answers.length - 1)]?.(request, response);
  });
  onTestFinished(stop);
  const request = () => new Request(url, { method: 'POST', body: 'x' });
  return { request, requestCount: () => requestCount };
}

const respondWith =
  (code: number, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end('a reason');
const limits = { timeoutMs: 5000, maxBytes: 1000 };

test('a server error is tried again, and the answer that follows counts', async () => {
  const { request, requestCount } = await startVendor(respondWith(503), respondWith(200));
  expect(new TextDecoder().decode((await askVendor(request, limits)).bytes)).toBe('a reason');
  expect(requestCount()).toBe(2);
});

test('a refusal is not tried again', async () => {
  const { request, requestCount } = await startVendor(respondWith(401));
  await expect(askVendor(request, limits)).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(requestCount()).toBe(1);
});

test('a request is tried at most `maxTries` times', async () => {
  const { request, requestCount } = await startVendor(respondWith(500));
  await expect(askVendor(request, { ...limits, maxTries: 2 })).rejects.toMatchObject({ kind: 'failed' });
  expect(requestCount()).toBe(2);
});

test('a Retry-After of more than 20 s becomes an error with that time', async () => {
  const { request, requestCount } = await startVendor(respondWith(429, { 'retry-after': '120' }));
  await expect(askVendor(request, limits)).rejects.toMatchObject({ kind: 'failed', retryAfterS: 120 });
  expect(requestCount()).toBe(1);
});

test('a vendor that never answers times out', async () => {
  const { request } = await startVendor(() => undefined);
  await expect(askVendor(request, { ...limits, timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
});

test('an answer without end times out, despite garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const { request } = await startVendor((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => {
      response.write('a');
      collectGarbage();
    }, 20);
    response.on('close', () => clearInterval(timer));
  });
  await expect(askVendor(request, { ...limits, timeoutMs: 400 })).rejects.toMatchObject({ kind: 'timeout' });
});

test('a truncated answer is requested again', async () => {
  const cut: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  const { request } = await startVendor(cut, respondWith(200));
  expect((await askVendor(request, limits)).bytes.byteLength).toBe(8);
});

test('a huge answer is refused', async () => {
  const { request } = await startVendor((_request, response) => void response.end(Buffer.alloc(5000)));
  await expect(askVendor(request, limits)).rejects.toMatchObject({ kind: 'refused' });
});

test('a caller’s abort rejects with its reason', async () => {
  const reason = new Error('gone');
  const controller = new AbortController();
  const { request } = await startVendor(() => controller.abort(reason));
  const { signal } = controller;
  await expect(askVendor(request, { ...limits, signal })).rejects.toBe(reason);
});

test.each([
  ['7', 7],
  ['0', undefined],
  ['soon', undefined],
  ['Thu, 01 Jan 1970 00:00:30 GMT', 20],
])('Retry-After %s is read as %s s', (value, seconds) => {
  expect(retryAfterS(new Headers({ 'retry-after': value }), 10_000)).toBe(seconds);
});
