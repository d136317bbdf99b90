import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { randomInt } from 'node:crypto';
import { expect, test, type APIRequestContext } from '@playwright/test';
import type { Lead } from '@/lib/contracts/leads.ts';
import { type RouteName, api } from '@/lib/contracts/api.ts';
import type { Access, Endpoint } from '@/lib/contracts/endpoint.ts';
import { expectRefusal, leadForm, newPhone, tokenRequest } from '@/e2e/support/api.ts';
import { adminPassword } from '@/e2e/support/guarded-web-app.ts';
import { startWebApp, type WebApp } from '@/e2e/support/web-app.ts';

/** Access rules: every endpoint of the contract and every page, for the callers below. */

/** `signedOut`: a session that has ended. `elsewhere`: a page of another site in an admin's browser. */
const callers = ['nobody', 'visitor', 'admin', 'signedOut', 'elsewhere'] as const;
type Caller = (typeof callers)[number];

/** The number of the lead that these tests send. */
const phone = newPhone();
let server: WebApp;
let leadId: string;
/** The headers that each caller sends. Browsers mark another site's page in four ways. */
let headersOf: Record<Caller, Record<string, string>[]>;

test.beforeAll(async () => {
  server = await startWebApp({
    ADMIN_PASSWORD: adminPassword,
    // The recogniser is set up, but nothing listens at its address.
    STT_PROVIDER: 'upstream',
    SPEECH_UPSTREAM_URL: 'http://127.0.0.1:9',
    TTS_PROVIDER: 'local',
    METRICS_TOKEN: 'a token of nobody here',
    // Skips the start-up tasks of a long-lived server.
    VERCEL: '1',
  });
  const visitor = await visitorWithCall();
  const signedOut = { cookie: await endedSession() };
  headersOf = { nobody: [{}], visitor: [visitor], signedOut: [signedOut], ...(await signInAdmin()) };
});

/** Signs in. Returns the headers of the admin, and those of another site's page in the admin's browser. */
async function signInAdmin() {
  const admin = { cookie: await signIn() };
  const elsewhere = [
    { ...admin, origin: 'https://evil.example' },
    { ...admin, origin: 'null' },
    { ...admin, 'sec-fetch-site': 'cross-site' },
    { ...admin, 'sec-fetch-site': 'same-site' },
  ];
  return { admin: [admin], elsewhere };
}

test.afterAll(async () => {
  const headers = { cookie: await signIn(), 'content-type': 'application/json' };
  const { leads }: { leads: Lead[] } = await (await fetch(`${server.url}/api/leads`, { headers })).json();
  const ids = leads.filter(({ phoneNumber }) => phoneNumber === phone).map(({ _id }) => _id);
  await fetch(`${server.url}/api/leads`, { method: 'DELETE', headers, body: JSON.stringify({ ids }) });
  await server.kill();
});

interface ProbedRequest {
  method: string;
  path: string;
  body?: () => BodyInit;
  headers?: Record<string, string>;
}

const missingLeadId = '01890000-0000-7000-8000-000000000000';

/** A request to an endpoint with empty input. At most it ends the session or the comparison, or clears the chosen model. */
function requestTo(name: RouteName): ProbedRequest {
  const [method = '', template = ''] = name.split(' ');
  const isRead = method === 'GET' || method === 'HEAD';
  const path = template
    .replace('{id}', isRead ? leadId : missingLeadId)
    .replace('{room}', 'chat-1')
    .replace('{number}', '999999')
    .replace('{page}', 'terms');
  const { body, file }: Endpoint = api[name];
  if (file !== undefined) return { method, path, body: () => new FormData() };
  return body
    ? { method, path, body: () => '{}', headers: { 'content-type': 'application/json' } }
    : { method, path };
}

const signInFirst = { nobody: 401, visitor: 401, signedOut: 401 };
/** The status with which each caller is refused. Another site's page may read an admin endpoint: it cannot see the answer. */
function refusals(access: Access, isRead: boolean): Partial<Record<Caller, number>> {
  if (access === 'everybody') return {};
  if (access === 'page') return { elsewhere: 403 };
  if (access === 'admin') return isRead ? signInFirst : { ...signInFirst, elsewhere: 403 };
  return { ...signInFirst, admin: 401, elsewhere: 401 };
}

const names = Object.keys(api).filter((name): name is RouteName => name in api);

for (const name of names) {
  test(`${name} admits and refuses callers by its access`, async () => {
    const probe = requestTo(name);
    const refused = refusals(api[name].access, probe.method === 'GET' || probe.method === 'HEAD');
    for (const caller of callers)
      for (const status of await statusesFor(probe, caller)) {
        if (refused[caller] !== undefined) expect([caller, status]).toEqual([caller, refused[caller]]);
        else expect([401, 403, 405, 500], `${caller} got ${status}`).not.toContain(status);
      }
    // This request ends its own session.
    if (name === 'DELETE /api/admin/session') Object.assign(headersOf, await signInAdmin());
  });
}

test('every caller gets every page and the public files', async () => {
  const files = await readdir(path.join(import.meta.dirname, '../[locale]'), { recursive: true });
  const pages = files.filter((file) => file.endsWith('page.tsx')).map((file) => `/${path.dirname(file)}`);
  const paths = pages.map((page) => page.replace(/\/(\(\w+\)|\.)/g, '') || '/');
  for (const at of [...paths, '/docs/api', '/robots.txt', '/sitemap.xml', '/locales/uz/translation.json'])
    for (const caller of callers)
      for (const status of await statusesFor({ method: 'GET', path: at }, caller))
        expect([at, caller, status]).toEqual([at, caller, 200]);
});

test('only a signed-in browser gets the desk without the password form', async () => {
  for (const caller of callers) {
    const text = await (await ask('GET', '/en/admin/leads', headersOf[caller][0])).text();
    expect([caller, text.includes('type="password"')]).toEqual([caller, !signedInCallers.includes(caller)]);
  }
});

const tryPassword = (request: APIRequestContext, password: string, address = newAddress()) =>
  request.post(`${server.url}/api/admin/session`, {
    data: { password },
    headers: { 'x-forwarded-for': address },
  });

test('after ten wrong passwords an address is refused even with the right one, another address is not', async ({
  request,
}) => {
  const address = newAddress();
  for (let i = 0; i < 10; i++)
    await expectRefusal(await tryPassword(request, `wrong ${i}`, address), 401, 'wrong_password');
  const refused = await tryPassword(request, adminPassword, address);
  await expectRefusal(refused, 429, 'rate_limited');
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
  expect((await tryPassword(request, adminPassword)).status()).toBe(204);
});

test('without a password the local run admits this machine, but no other host name or address', async ({
  request,
  baseURL,
}) => {
  expect((await request.get(`${baseURL}/api/leads`)).status()).toBe(200);
  for (const [name, value] of [
    ['host', 'evil.example'],
    ['x-forwarded-host', 'ovoz.example'],
    ['x-forwarded-for', '203.0.113.5'],
  ] as const) {
    const headers = { [name]: value };
    await expectRefusal(await request.get(`${baseURL}/api/leads`, { headers }), 403, 'admin_locked');
  }
});

const signedInCallers: Caller[] = ['admin', 'elsewhere'];

async function statusesFor(
  { method, path, body, headers }: ProbedRequest,
  caller: Caller,
): Promise<number[]> {
  const statuses = headersOf[caller].map(async (own) => {
    const response = await ask(method, path, { ...headers, ...own }, body?.());
    // Without this header another site's page cannot read the answer.
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    // The answers with server-sent events never end.
    await response.body?.cancel();
    return response.status;
  });
  return Promise.all(statuses);
}

/** A random address, because sign-in attempts are limited by address. */
const newAddress = () => `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

function ask(
  method: string,
  where: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
): Promise<Response> {
  return fetch(server.url + where, {
    method,
    headers: { 'x-forwarded-for': newAddress(), ...headers },
    body,
    redirect: 'manual',
  });
}

async function signIn(): Promise<string> {
  const body = JSON.stringify({ password: adminPassword });
  const response = await ask('POST', '/api/admin/session', { 'content-type': 'application/json' }, body);
  expect(response.status).toBe(204);
  return cookiesOf(response);
}

async function endedSession(): Promise<string> {
  const cookie = await signIn();
  const ended = await ask('DELETE', '/api/admin/session', { cookie });
  expect(ended.status).toBe(204);
  return cookie;
}

/** Makes a call with its recording. Returns the visitor's cookie, and stores the lead in `leadId`. */
async function visitorWithCall(): Promise<{ cookie: string }> {
  const called = tokenRequest({ phoneNumber: phone });
  const headers = { 'content-type': 'application/json' };
  const token = await ask('POST', '/api/get-token', headers, JSON.stringify(called));
  expect(token.status).toBe(200);
  const visitor = { cookie: cookiesOf(token) };
  const lead = await ask('POST', '/api/leads', visitor, recordingForm(String(called.roomName)));
  expect(lead.status).toBe(201);
  const receipt: { _id: string } = await lead.json();
  leadId = receipt._id;
  return visitor;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** A recording, as the page sends it at the end of a call. */
function recordingForm(roomName: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(leadForm({ phoneNumber: phone, roomName })))
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value.buffer)], { type: value.mimeType }), value.name);
  return form;
}
