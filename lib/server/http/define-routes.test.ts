import { expect, test } from 'vitest';
import { setUpEnvironment } from '../testing/server.ts';
import { defineRoutes, reply } from './define-routes.ts';
import { signBody } from './signing.ts';

setUpEnvironment({
  ADMIN_PASSWORD: 'a password of the office',
  CRON_SECRET: 'a secret',
  METRICS_TOKEN: 'a token',
  LIVEKIT_URL: 'ws://livekit.test',
  LIVEKIT_API_KEY: 'key',
  LIVEKIT_API_SECRET: 'x'.repeat(32),
});

const address = 'http://localhost/api/x';
const json = { 'content-type': 'application/json' };
const elsewhere = { 'sec-fetch-site': 'cross-site' };

/** Status and code of an answer. */
async function outcomeOf(answer: Promise<Response>): Promise<unknown[]> {
  const response = await answer;
  const body: { code?: string } | null = await response.json().catch(() => null);
  return [response.status, body?.code];
}

function post(body: string, headers: Record<string, string> = json): Request {
  return new Request(address, { method: 'POST', body, headers });
}

const session = defineRoutes('/api/admin/session', {
  GET: async ({ query }) => reply(undefined, { headers: { location: query.token } }),
  POST: async () => undefined,
  DELETE: async () => undefined,
});

test('a handler gets its input parsed, and answers with the status of the contract', async () => {
  const response = await session.GET(new Request(`${address}?token=t`), {});
  expect([response.status, response.headers.get('location')]).toEqual([303, 't']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await outcomeOf(session.POST(post('{"password":"x"}'), {}))).toEqual([204, undefined]);
});

test.each([
  ['a form', post('x=1', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'unsupported_type'],
  ['no JSON', post('{'), 400, 'bad_request'],
  ['another shape', post('{}'), 422, 'invalid_field'],
  ['more than the contract takes', post(JSON.stringify({ password: 'x'.repeat(5000) })), 413, 'too_large'],
  ['a page of another site', post('{', { ...json, ...elsewhere }), 403, 'forbidden'],
])('%s is refused', async (_, request, status, code) => {
  expect(await outcomeOf(session.POST(request, {}))).toEqual([status, code]);
});

test('a method without an endpoint is refused with those that have one', async () => {
  const response = await session.PUT(new Request(address, { method: 'PUT' }), {});
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
});

test('an address with an invalid parameter is not found', async () => {
  const { POST } = defineRoutes('/api/calls/{room}/claim', { POST: async () => undefined });
  const room = 'chat-1';
  const body = JSON.stringify({ room, jobId: 'j', workerId: 'w' });
  const signed = async () => post(body, { authorization: await signBody(body) });
  const at = (roomParam: string) => ({ params: Promise.resolve({ room: roomParam }) });
  expect(await outcomeOf(POST(await signed(), at(room)))).toEqual([204, undefined]);
  expect(await outcomeOf(POST(await signed(), at('../x')))).toEqual([404, 'not_found']);
  expect(await outcomeOf(POST(post(body), at(room)))).toEqual([401, 'unauthorized']);
  expect(await outcomeOf(POST(await signed(), at('chat-2')))).toEqual([422, 'invalid_field']);
});

test('secrets open only their own endpoints', async () => {
  const jobs = defineRoutes('/api/cron/jobs', { GET: async () => undefined });
  const metrics = defineRoutes('/api/metrics', { GET: async () => new Response('up 1') });
  const get = (secret: string) => new Request(address, { headers: { authorization: `Bearer ${secret}` } });
  expect(await outcomeOf(jobs.GET(get('a secret'), {}))).toEqual([204, undefined]);
  expect(await outcomeOf(jobs.GET(get('a token'), {}))).toEqual([401, 'unauthorized']);
  expect(await outcomeOf(metrics.GET(get('a token'), {}))).toEqual([200, undefined]);
  expect(await outcomeOf(metrics.GET(get('a secret'), {}))).toEqual([401, 'unauthorized']);
});

test('an endpoint of admins needs a session', async () => {
  const { GET } = defineRoutes('/api/admin/live', {
    GET: async () => ({ calls: [] }),
    POST: async () => ({ token: 't', roomName: 'chat-1' }),
    DELETE: async () => undefined,
  });
  expect(await outcomeOf(GET(new Request(address), {}))).toEqual([401, 'unauthorized']);
});
