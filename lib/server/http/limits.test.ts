import { expect, test } from 'vitest';
import { pool } from '../platform/db.ts';
import { resetSignIns, limit, limitSignIn } from './limits.ts';
import { setUpEnvironment } from '../testing/server.ts';

setUpEnvironment({ LIMIT_CALLS_PER_HOUR: '10', LIMIT_SIGN_INS_PER_HOUR: '5' });

test('ten of fifty simultaneous requests pass, and the others get Retry-After', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => limit('calls', '203.0.113.7')));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  const refusal = answers.find((answer) => answer.status === 'rejected');
  expect(refusal?.reason).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(refusal?.reason.retryAfterS).toBeGreaterThan(3500);
  expect(refusal?.reason.retryAfterS).toBeLessThanOrEqual(3600);
});

test('each address and each kind of request is counted separately', async () => {
  await expect(limit('calls', '203.0.113.8')).resolves.toBeUndefined();
  await expect(limit('uploads', '203.0.113.7')).resolves.toBeUndefined();
});

test('wrong passwords from many addresses lock nobody out: beyond the common limit an address has three tries', async () => {
  for (let i = 1; i <= 20; i++) await limitSignIn(`198.51.100.${i}`);
  const admin = '203.0.113.10';
  for (let i = 0; i < 3; i++) await limitSignIn(admin);
  await expect(limitSignIn(admin)).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(limitSignIn('203.0.113.11')).resolves.toBeUndefined();
});

test.each([
  ['/56', 4, (i: number) => `2001:db8:1:${(0x100 + i).toString(16)}::/64`],
  ['/48', 16, (i: number) => `2001:db8:2:${(0x100 * i).toString(16)}::/64`],
])('all networks of one IPv6 %s together have %i times the limit of one', async (_, share, network) => {
  const answers = await Promise.allSettled(
    Array.from({ length: 10 * share + 5 }, (_unused, i) => limit('calls', network(i))),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10 * share);
});

test('beyond the common limit an IPv6 /48 has three tries, like one address', async () => {
  for (let i = 1; i <= 10; i++) await limitSignIn(`198.51.101.${i}`);
  const tries = Array.from({ length: 8 }, (_, i) => limitSignIn(`2001:db8:3:${i}::/64`));
  const passed = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled');
  expect(passed).toHaveLength(3);
});

test('the sign-in counter of an address can be reset', async () => {
  for (let i = 0; i < 10; i++) await limit('sign_in', '203.0.113.9');
  await expect(limit('sign_in', '203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' });
  await resetSignIns('203.0.113.9');
  await expect(limit('sign_in', '203.0.113.9')).resolves.toBeUndefined();
});

test('no prepared statement stays in a connection, because a pooler may switch connections', async () => {
  await resetSignIns('203.0.113.12');
  await limit('sign_in', '203.0.113.12');
  const prepared = await Promise.all(
    Array.from({ length: 20 }, () => pool().query('SELECT name FROM pg_prepared_statements')),
  );
  expect(prepared.flatMap(({ rows }) => rows)).toEqual([]);
});
