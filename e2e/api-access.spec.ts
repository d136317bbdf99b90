import { randomInt } from 'node:crypto';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { expectRefusal, leadForm, tokenRequest } from './support/api.ts';
import { adminPassword, startGuardedServer } from './support/guarded-server.ts';
import type { WebApp } from './support/web-app.ts';

/** Who may do what: every endpoint against nobody, a visitor with a call, an admin, a broken session, a page of another site. */

let server: WebApp;
test.beforeAll(async () => {
  server = await startGuardedServer();
});
test.afterAll(() => server.stop());

type Asked = [method: string, path: string, data?: object];

const lead = '/api/leads/01890000-0000-7000-8000-000000000000';
/** What only an admin may do; each names a lead that is not there, so that an admin changes nothing. */
const forAdmins: Asked[] = [
  ['GET', '/api/leads'],
  ['GET', '/api/leads/download'],
  ['GET', `${lead}/audio`],
  ['HEAD', `${lead}/audio`],
  ['DELETE', lead],
  ['DELETE', '/api/leads', { ids: [lead.split('/').at(-1)] }],
  ['POST', `${lead}/process`],
  ['GET', lead],
  ['PATCH', lead, { note: 'x' }],
  ['GET', `${lead}/transcript`],
];
/** Never ends by itself, so an admin's answer is not waited for. */
const stream: Asked = ['GET', '/api/leads/events'];
const changes = forAdmins.filter(([method]) => method !== 'GET' && method !== 'HEAD');

const ask = (request: APIRequestContext, [method, path, data]: Asked, headers = {}) =>
  request.fetch(server.url + path, { method, data, headers });

async function expectClosed(request: APIRequestContext, headers = {}): Promise<void> {
  for (const asked of [...forAdmins, stream]) {
    const response = await ask(request, asked, headers);
    expect([asked, response.status()]).toEqual([asked, 401]);
    if (asked[0] !== 'HEAD') await expectRefusal(response, 401, 'unauthorized');
  }
}

/** Tries are counted by address: each test has its own, also when the tests are run again. */
const newAddress = () => `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
const signIn = (request: APIRequestContext, password: string, address = newAddress()) =>
  request.post(`${server.url}/api/admin/session`, {
    data: { password },
    headers: { 'x-forwarded-for': address },
  });

test('nobody reaches what is for admins', async ({ request }) => {
  await expectClosed(request);
});

test('a visitor with a call may send its recording and no more', async ({ request }) => {
  const called = tokenRequest();
  expect((await request.post(`${server.url}/api/get-token`, { data: called })).status()).toBe(200);
  const form = leadForm({ roomName: String(called.roomName) });
  expect((await request.post(`${server.url}/api/leads`, { multipart: form })).status()).toBe(201);
  await expectClosed(request);
});

test('a session that was forged, cut or ended is nobody’s', async ({ request }) => {
  for (const cookie of [
    'ovoz_admin=1',
    'ovoz_admin=Fe26.2*1*a*b*c*d*e*f',
    `ovoz_admin=${'x'.repeat(3000)}`,
  ]) {
    await expectClosed(request, { cookie });
  }
  expect((await signIn(request, adminPassword)).status()).toBe(204);
  expect((await request.delete(`${server.url}/api/admin/session`)).status()).toBe(204);
  await expectClosed(request);
});

test('an admin reaches all of it, and no page of another site does in their name', async ({ request }) => {
  expect((await signIn(request, adminPassword)).status()).toBe(204);
  for (const asked of forAdmins) expect([200, 404]).toContain((await ask(request, asked)).status());
  for (const asked of changes) {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      await expectRefusal(await ask(request, asked, headers), 403, 'forbidden');
    }
  }
});

test('a password can be tried ten times, from one address', async ({ request }) => {
  const address = newAddress();
  for (let i = 0; i < 10; i++)
    await expectRefusal(await signIn(request, `wrong ${i}`, address), 401, 'wrong_password');
  const refused = await signIn(request, adminPassword, address);
  await expectRefusal(refused, 429, 'rate_limited');
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
  expect((await signIn(request, adminPassword)).status()).toBe(204);
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
