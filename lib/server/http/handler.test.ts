import { expect, test, vi } from 'vitest';
import { linesBusy } from '../calls/capacity.ts';
import { openCall } from '../calls/open.ts';
import { db, pool } from '../platform/db.ts';
import { newVisitor } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { handler } from './handler.ts';
import { limit } from './limits.ts';

setUpEnvironment();

/** Makes each insert into this table fail, as on a full disk. */
async function failInserts(table: string): Promise<void> {
  await pool().query(`CREATE OR REPLACE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
  await pool().query(
    `CREATE TRIGGER no_space BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION no_space()`,
  );
}

test.each([
  ['Call', () => openCall(newVisitor())],
  ['rate_limits', () => limit('calls', '203.0.113.7')],
  ['Lead', () => db().$executeRaw`INSERT INTO "Lead" ("id", "phone") VALUES (gen_random_uuid(), '')`],
])('a full disk under the table %s is 507 with Retry-After', async (table, write) => {
  await failInserts(table);
  const answer = handler(async () => {
    await write();
    return new Response();
  });
  const response = await answer(new Request('http://localhost/api/get-token'), {});
  expect([response.status, response.headers.get('retry-after')]).toEqual([507, '60']);
  expect(await response.json()).toMatchObject({ code: 'storage_full' });
});

test('a read-only database is 503 with Retry-After', async () => {
  const answer = handler(async () => {
    await db().$transaction(async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`;
      await tx.lead.create({ data: { phone: '+998901234567' } });
    });
    return new Response();
  });
  const response = await answer(new Request('http://localhost/api/leads'), {});
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
});

test('a refusal because all lines are busy is not logged as an error', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const answer = handler(() => Promise.reject(linesBusy()));
  expect((await answer(new Request('http://localhost/api/get-token'), {})).status).toBe(503);
  expect(log).not.toHaveBeenCalled();
});
