import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { randomInt } from 'node:crypto';
import { expect, test, type APIRequestContext } from '@playwright/test';
import type { Lead } from '@/lib/contracts/leads.ts';
import { callers, phone, recordingForm, table, type Caller, type Row } from '@/e2e/support/access-table.ts';
import { expectRefusal, tokenRequest } from '@/e2e/support/api.ts';
import { adminPassword } from '@/e2e/support/guarded-server.ts';
import { startWebApp, type WebApp } from '@/e2e/support/web-app.ts';

/** Access rules: every endpoint and page (e2e/support/access-table.ts) against everybody who may ask for it. */

let server: WebApp;
let leadId: string;
/** Headers that each of them sends; for a page of another site, each way in which a browser says so. */
let sent: Record<Caller, Record<string, string>[]>;

test.beforeAll(async () => {
  server = await startWebApp({
    ADMIN_PASSWORD: adminPassword,
    // Recognition that is set up, and that nobody is let through to.
    STT_PROVIDER: 'upstream',
    SPEECH_UPSTREAM_URL: 'http://127.0.0.1:9',
    TTS_PROVIDER: 'local',
    // A web app on Vercel leaves the jobs to others.
    VERCEL: '1',
  });
  const visitor = await visitorWithCall();
  const expired = { cookie: await endedSession() };
  sent = { nobody: [{}], visitor: [visitor], expired: [expired], ...(await signedInAgain()) };
});

/** Requests of an admin, and of a page of another site in their browser. */
async function signedInAgain() {
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

for (const row of table) {
  test(`${row.method} ${row.path}`, async () => {
    const answers = await Promise.all(callers.map((caller) => statusesFor(row, caller)));
    const expected = callers.map((caller) => sent[caller].map(() => row.status[caller]));
    expect(Object.fromEntries(callers.map((caller, i) => [caller, answers[i]]))).toEqual(
      Object.fromEntries(callers.map((caller, i) => [caller, expected[i]])),
    );
    // This one ends the session it is sent in.
    if (row.method === 'DELETE' && row.path === '/api/admin/session')
      Object.assign(sent, await signedInAgain());
  });
}

test('the table holds every endpoint and page that there is', async () => {
  const app = path.join(import.meta.dirname, '..');
  const files = (await readdir(app, { recursive: true })).filter((file) =>
    /(^|\/)((route|page)\.tsx?|robots\.ts|sitemap\.ts)$/.test(file),
  );
  const answered = await Promise.all(
    files.map(async (file) =>
      methodsIn(await readFile(path.join(app, file), 'utf8')).map((m) => `${m} ${file}`),
    ),
  );
  const pages = (await readdir(path.join(app, '../pages/api'), { recursive: true })).filter((file) =>
    file.endsWith('.ts'),
  );
  const streamed = pages.flatMap((file) => [`GET pages/api/${file}`, `HEAD pages/api/${file}`]);
  const known = new Set(table.map(({ method, file }) => `${method} ${file}`));
  expect([...known].sort()).toEqual([...answered.flat(), ...streamed].sort());
});

test('the page for admins shows nobody else its list', async () => {
  for (const caller of callers) {
    const text = await (await ask('GET', '/en/admin/leads', sent[caller][0])).text();
    expect([caller, text.includes('type="password"')]).toEqual([caller, !signedIn.includes(caller)]);
  }
});

// The ways around the sign-in: broken sessions, guessed passwords, other names for this machine.

/** Endpoints for admins only. */
const forAdmins = table.filter(({ status }) => status.nobody === 401 && status.admin !== 401);

async function expectClosed(request: APIRequestContext, headers = {}): Promise<void> {
  for (const { method, path } of forAdmins) {
    const response = await request.fetch(server.url + path.replace('{lead}', 'x'), { method, headers });
    expect([method, path, response.status()]).toEqual([method, path, 401]);
    if (method !== 'HEAD') await expectRefusal(response, 401, 'unauthorized');
  }
}

const tryPassword = (request: APIRequestContext, password: string, address = newAddress()) =>
  request.post(`${server.url}/api/admin/session`, {
    data: { password },
    headers: { 'x-forwarded-for': address },
  });

test('a session that was forged, cut or ended is nobody’s', async ({ request }) => {
  for (const cookie of ['ovoz_admin=1', `ovoz_admin=${'x'.repeat(3000)}`]) {
    await expectClosed(request, { cookie });
  }
  const signedIn = await tryPassword(request, adminPassword);
  expect(signedIn.status()).toBe(204);
  const cookie = signedIn.headers()['set-cookie']?.split(';')[0] ?? '';
  expect((await request.delete(`${server.url}/api/admin/session`)).status()).toBe(204);
  await expectClosed(request);
  await expectClosed(request, { cookie });
});

test('a password can be tried ten times, from one address', async ({ request }) => {
  const address = newAddress();
  for (let i = 0; i < 10; i++)
    await expectRefusal(await tryPassword(request, `wrong ${i}`, address), 401, 'wrong_password');
  const refused = await tryPassword(request, adminPassword, address);
  await expectRefusal(refused, 429, 'rate_limited');
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
  expect((await tryPassword(request, adminPassword)).status()).toBe(204);
});

test('without a password the local run is open on this machine, and to no other name', async ({
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

const signedIn: Caller[] = ['admin', 'elsewhere'];

function methodsIn(source: string): string[] {
  const named = [
    ...source.matchAll(/export (?:const|async function|function) (GET|HEAD|POST|PUT|PATCH|DELETE)\b/g),
  ];
  const renamed = [...source.matchAll(/nothing as (\w+)/g)];
  const methods = [...named, ...renamed].flatMap(([, method]) => method ?? []);
  return methods.length === 0 ? ['GET'] : methods;
}

async function statusesFor(row: Row, caller: Caller): Promise<number[]> {
  const { method, body, headers } = row;
  const asked = sent[caller].map(async (own) => {
    const response = await ask(method, row.path, { ...headers, ...own }, body?.());
    // Another site's page may ask, but it must not be allowed to read.
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    // One answer never ends by itself.
    await response.body?.cancel();
    return response.status;
  });
  return Promise.all(asked);
}

/** Tries to sign in are counted by address. */
const newAddress = () => `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

function ask(
  method: string,
  where: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
): Promise<Response> {
  return fetch(server.url + where.replace('{lead}', leadId), {
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

/** A visitor's browser after a call: its lead is `leadId`. */
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
