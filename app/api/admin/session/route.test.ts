import { expect, test } from 'vitest';
import { givenServer } from '@/lib/server/testing/server';
import { GET, POST } from './route';

const password = 'a password of the office';
givenServer({ ADMIN_PASSWORD: password });

const address = { 'x-forwarded-for': '203.0.113.90' };
const at = 'http://localhost/api/admin/session';

test('requests of other sites do not count as sign-in attempts of an admin', async () => {
  const headers = { ...address, 'sec-fetch-site': 'cross-site' };
  for (let image = 0; image < 12; image++) {
    const { status } = await GET(new Request(`${at}?token=x`, { headers }), {});
    expect(status).toBe(403);
  }
  const signIn = new Request(at, {
    method: 'POST',
    headers: { ...address, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  expect((await POST(signIn, {})).status).toBe(204);
});
