import { expect, test } from 'vitest';
import { setUpEnvironment } from '@/lib/server/testing/server';
import { GET, POST } from './route';

const password = 'a password of the office';
setUpEnvironment({ ADMIN_PASSWORD: password });

const addressHeader = { 'x-forwarded-for': '203.0.113.90' };
const sessionUrl = 'http://localhost/api/admin/session';

test('requests from other sites use up neither the limit of the sign-in link nor the tries to sign in', async () => {
  const headers = { ...addressHeader, 'sec-fetch-site': 'cross-site' };
  // Another site can send these with `<img>`.
  for (let request = 0; request < 12; request++) {
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
