import { randomInt } from 'node:crypto';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { table } from '@/e2e/support/access-table.ts';
import { expectRefusal } from '@/e2e/support/api.ts';
import { adminPassword, startGuardedServer } from '@/e2e/support/guarded-server.ts';
import type { WebApp } from '@/e2e/support/web-app.ts';

/** The ways around the sign-in: broken sessions, guessed passwords, other names for this machine. */

let server: WebApp;
test.beforeAll(async () => {
  server = await startGuardedServer();
});
test.afterAll(() => server.kill());

/** Endpoints for admins only. */
const forAdmins = table.filter(({ status }) => status.nobody === 401 && status.admin !== 401);

async function expectClosed(request: APIRequestContext, headers = {}): Promise<void> {
  for (const { method, path } of forAdmins) {
    const response = await request.fetch(server.url + path.replace('{lead}', 'x'), { method, headers });
    expect([method, path, response.status()]).toEqual([method, path, 401]);
    if (method !== 'HEAD') await expectRefusal(response, 401, 'unauthorized');
  }
}

/** Tries are counted by address: each test has its own, also when the tests are run again. */
const newAddress = () => `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
const signIn = (request: APIRequestContext, password: string, address = newAddress()) =>
  request.post(`${server.url}/api/admin/session`, {
    data: { password },
    headers: { 'x-forwarded-for': address },
  });

test('a session that was forged, cut or ended is nobody’s', async ({ request }) => {
  for (const cookie of ['ovoz_admin=1', `ovoz_admin=${'x'.repeat(3000)}`]) {
    await expectClosed(request, { cookie });
  }
  const signedIn = await signIn(request, adminPassword);
  expect(signedIn.status()).toBe(204);
  const cookie = signedIn.headers()['set-cookie']?.split(';')[0] ?? '';
  expect((await request.delete(`${server.url}/api/admin/session`)).status()).toBe(204);
  await expectClosed(request);
  await expectClosed(request, { cookie });
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
