import type { RequestListener } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { askVendor, retryAfterS } from './vendor';

async function vendor(...answers: RequestListener[]) {
  let asked = 0;
  const { url, stop } = await startLoopbackServer((request, response) => {
    request.resume();
    answers[Math.min(asked++, answers.length - 1)]?.(request, response);
  });
  onTestFinished(stop);
  const request = () => new Request(url, { method: 'POST', body: 'x' });
  return { request, asked: () => asked };
}

const status =
  (code: number, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end('a reason');
const limits = { timeoutMs: 5000, maxBytes: 1000 };

test('a server error is tried again, and the answer that follows counts', async () => {
  const { request, asked } = await vendor(status(503), status(200));
  expect(new TextDecoder().decode((await askVendor(request, limits)).bytes)).toBe('a reason');
  expect(asked()).toBe(2);
});

test('a refusal is not tried again', async () => {
  const { request, asked } = await vendor(status(401));
  await expect(askVendor(request, limits)).rejects.toMatchObject({ kind: 'refused', status: 401 });
  expect(asked()).toBe(1);
});

test('attempts are bounded', async () => {
  const { request, asked } = await vendor(status(500));
  await expect(askVendor(request, { ...limits, attempts: 2 })).rejects.toMatchObject({ kind: 'failed' });
  expect(asked()).toBe(2);
});

test('a wait longer than we would spend is handed on instead of waited for', async () => {
  const { request, asked } = await vendor(status(429, { 'retry-after': '120' }));
  await expect(askVendor(request, limits)).rejects.toMatchObject({ kind: 'failed', retryAfterS: 120 });
  expect(asked()).toBe(1);
});

test('silence ends at the deadline', async () => {
  const { request } = await vendor(() => undefined);
  await expect(askVendor(request, { ...limits, timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' });
});

test('an answer without end ends at the deadline, whatever was collected as garbage meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const { request } = await vendor((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => {
      response.write('a');
      collect();
    }, 20);
    response.on('close', () => clearInterval(drip));
  });
  await expect(askVendor(request, { ...limits, timeoutMs: 400 })).rejects.toMatchObject({ kind: 'timeout' });
});

test('an answer cut off in the middle, and then a whole one', async () => {
  const cut: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  const { request } = await vendor(cut, status(200));
  expect((await askVendor(request, limits)).bytes.byteLength).toBe(8);
});

test('a huge answer is refused', async () => {
  const { request } = await vendor((_request, response) => void response.end(Buffer.alloc(5000)));
  await expect(askVendor(request, limits)).rejects.toMatchObject({ kind: 'refused' });
});

test('the caller may abort', async () => {
  const gone = new Error('gone');
  const visitor = new AbortController();
  const { request } = await vendor(() => visitor.abort(gone));
  const { signal } = visitor;
  await expect(askVendor(request, { ...limits, signal })).rejects.toBe(gone);
});

test.each([
  ['7', 7],
  ['0', undefined],
  ['soon', undefined],
  ['Thu, 01 Jan 1970 00:00:30 GMT', 20],
])('Retry-After %s is %s s', (value, seconds) => {
  expect(retryAfterS(new Headers({ 'retry-after': value }), 10_000)).toBe(seconds);
});
