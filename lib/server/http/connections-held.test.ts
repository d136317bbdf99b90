import { beforeAll, expect, test } from 'vitest';
import { openCall } from '../calls/open.ts';
import { db } from '../platform/db.ts';
import { withClient } from '../platform/with-client.ts';
import { newVisitor } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { handler } from './handler.ts';
import { limit } from './limits.ts';

setUpEnvironment({ DATABASE_CONNECTIONS: '2' });

/** Postgres allows the product's role three connections. The test takes all of them. */
const role = `ovoz_crowded_${process.pid}`;
const address = (parts: Partial<URL>) => Object.assign(new URL(process.env.DATABASE_URL ?? ''), parts).href;

beforeAll(async () => {
  const postgres = address({ pathname: '/postgres' });
  await withClient(postgres, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'crowded' CONNECTION LIMIT 3`);
    await client.query(`GRANT ${new URL(postgres).username} TO ${role}`);
  });
  process.env.DATABASE_URL = address({ username: role, password: 'crowded' });
  return () => withClient(postgres, (client) => client.query(`DROP ROLE ${role}`));
});

const requests = [
  () => openCall(newVisitor()),
  () => limit('calls', '203.0.113.7'),
  () => db().lead.count(),
  () => db().$executeRaw`SELECT 1`,
];

async function sendRequests() {
  const all: unknown[] = [];
  for (const request of requests) {
    const answer = handler(() => request().then(() => new Response()));
    const { status, headers } = await answer(new Request('http://localhost/api/get-token'), {});
    all.push([status, headers.get('retry-after')]);
  }
  return all;
}

test('while other programs have all connections of Postgres, a request gets 503 with Retry-After, and works afterwards', async () => {
  const withConnection = (work: () => Promise<void>) => withClient(address({}), work);
  await withConnection(() =>
    withConnection(() =>
      withConnection(async () => expect(await sendRequests()).toEqual(requests.map(() => [503, '5']))),
    ),
  );
  expect(await sendRequests()).toEqual(requests.map(() => [200, null]));
});
