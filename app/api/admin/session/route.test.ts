import { expect, test } from 'vitest';
import { setUpEnvironment } from '@/lib/server/testing/server';
import { GET, POST } from './route';

const password = 'a password of the office';
setUpEnvironment({ ADMIN_PASSWORD: password });

const addressHeader = { 'x-forwarded-for': '203.0.113.90' };
const sessionUrl = 'http://localhost/api/admin/session';

test('requests of other sites count neither as uses of a sign-in link nor as sign-ins', async () => {
  const headers = { ...addressHeader, 'sec-fetch-site': 'cross-site' };
  for (let image = 0; image < 12; image++) {
    const { status } = await GET(new Request(`${sessionUrl}?token=x`, { headers }), {});
    expect(status).toBe(403);
  }
  const signIn = new Request(sessionUrl, {
    method: 'POST',
    headers: { ...addressHeader, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  expect((await POST(signIn, {})).status).toBe(204);
});
