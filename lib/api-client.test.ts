import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { apiUrl, asRequestFailure, callApi, fetchApi } from './api-client';
import { servePage } from './testing/page-host';

afterEach(() => vi.unstubAllGlobals());

const id = '01890000-0000-7000-8000-000000000000';

test('callApi sends method, path, query and JSON body, and returns the answer', async () => {
  const requests: unknown[] = [];
  await servePage(async (request, response) => {
    const { method, url, headers } = request;
    requests.push([method, url, headers['content-type'], await text(request)]);
    response.end('{"changed":2}');
  });
  await expect(
    callApi('PATCH /api/leads', { body: { ids: [id], change: { mark: 'called' } } }),
  ).resolves.toEqual({ changed: 2 });
  await callApi('GET /api/leads', { query: { q: 'a b', limit: 5, mark: undefined } });
  expect(requests).toEqual([
    ['PATCH', '/api/leads', 'application/json', `{"ids":["${id}"],"change":{"mark":"called"}}`],
    ['GET', '/api/leads?q=a+b&limit=5', undefined, ''],
  ]);
});

test('an empty answer is undefined', async () => {
  await servePage((_, response) => void response.writeHead(204).end());
  await expect(callApi('DELETE /api/leads/{id}', { params: { id } })).resolves.toBeUndefined();
});

test('a URL encodes its parameters', () => {
  expect(apiUrl('GET /api/leads/{id}/transcript', { params: { id: 'a/b?' }, query: { format: 'srt' } })).toBe(
    '/api/leads/a%2Fb%3F/transcript?format=srt',
  );
  expect(apiUrl('GET /api/leads/download', { query: new URLSearchParams('ids=1,2') })).toBe(
    '/api/leads/download?ids=1%2C2',
  );
});

const refusal = JSON.stringify({ code: 'rate_limited', detail: 'Too many.' });
test.each<[string, RequestListener, object]>([
  [
    'a refusal',
    (_, response) => void response.writeHead(429, { 'retry-after': '30' }).end(refusal),
    { code: 'rate_limited', message: 'Too many.', status: 429, retryAfterS: 30 },
  ],
  [
    'a page of a proxy',
    (_, response) => void response.writeHead(502).end('<!doctype html>'),
    { code: 'unreadable', message: '502', status: 502, retryAfterS: undefined },
  ],
  ['a page in place of an answer', (_, response) => void response.end('<p>'), { code: 'unreadable' }],
  ['a server that hangs up', ({ socket }) => void socket.destroy(), { code: 'network', status: undefined }],
  ['a server that never answers', () => undefined, { code: 'timeout' }],
  ['a JSON answer that never ends', (_, response) => void response.write('['), { code: 'timeout' }],
])('%s is a failure with a code', async (_, answer, failure) => {
  await servePage(answer);
  const timeoutMs = Reflect.get(failure, 'code') === 'timeout' ? 100 : 10_000;
  const call = callApi('GET /api/leads', { timeoutMs });
  await expect(call.catch((error: unknown) => Promise.reject(asRequestFailure(error)))).rejects.toMatchObject(
    failure,
  );
});

test('a download may last longer than the timeout, and the caller’s signal still aborts it', async () => {
  await servePage((_, response) => {
    response.write('first, ');
    setTimeout(() => response.write('last'), 6_000);
  });
  const caller = new AbortController();
  const response = await fetchApi('GET /api/leads/download', {
    query: { format: 'csv' },
    timeoutMs: 5_000,
    signal: caller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await expect(reader?.read()).resolves.toMatchObject({ value: 'first, ' });
  await expect(reader?.read()).resolves.toMatchObject({ value: 'last' });
  const reason = new Error('left');
  caller.abort(reason);
  await expect(reader?.read()).rejects.toBe(reason);
});

test('a puzzle that does not come in time is a timeout', async () => {
  const proofRequired = JSON.stringify({ code: 'proof_required', detail: 'Solve a puzzle.' });
  await servePage(({ url }, response) => {
    if (url !== '/api/proof') response.writeHead(428).end(proofRequired);
  });
  await expect(callApi('GET /api/leads', { timeoutMs: 300 })).rejects.toMatchObject({
    name: 'RequestFailure',
    code: 'timeout',
  });
});

test('the caller’s signal aborts a request with its reason', async () => {
  await servePage(() => undefined);
  const reason = new Error('left');
  await expect(callApi('GET /api/leads', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
