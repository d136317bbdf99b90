import { beforeAll, expect, test } from 'vitest';
import { openCall } from '../calls/open.ts';
import { db } from '../platform/db.ts';
import { withClient } from '../platform/with-client.ts';
import { newVisitor } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { handler } from './handler.ts';
import { limit } from './limits.ts';

setUpEnvironment({ DATABASE_CONNECTIONS: '2' });

/** A role of this test, which may have three connections. The code under test connects as this role. The test takes all of them. */
const role = `ovoz_crowded_${process.pid}`;
const databaseUrl = (parts: Partial<URL>) =>
  Object.assign(new URL(process.env.DATABASE_URL ?? ''), parts).href;

beforeAll(async () => {
  const postgres = databaseUrl({ pathname: '/postgres' });
  await withClient(postgres, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'crowded' CONNECTION LIMIT 3`);
    await client.query(`GRANT ${new URL(postgres).username} TO ${role}`);
  });
  process.env.DATABASE_URL = databaseUrl({ username: role, password: 'crowded' });
  return () => withClient(postgres, (client) => client.query(`DROP ROLE ${role}`));
});

const operations = [
  () => openCall(newVisitor()),
  () => limit('calls', '203.0.113.7'),
  () => db().lead.count(),
  () => db().$executeRaw`SELECT 1`,
];

async function sendRequests() {
  const all: unknown[] = [];
  for (const operation of operations) {
    const route = handler(() => operation().then(() => new Response()));
    const { status, headers } = await route(new Request('http://localhost/api/get-token'), {});
    all.push([status, headers.get('retry-after')]);
  }
  return all;
}

test('a request gets 503 with Retry-After while other clients use all connections of the database role, and works afterwards', async () => {
  const withConnection = (work: () => Promise<void>) => withClient(databaseUrl({}), work);
  await withConnection(() =>
    withConnection(() =>
      withConnection(async () => expect(await sendRequests()).toEqual(operations.map(() => [503, '5']))),
    ),
  );
  expect(await sendRequests()).toEqual(operations.map(() => [200, null]));
});
