import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { closeDb, db, pool } from './db.ts';
import { readRows } from './sql.ts';

setUpEnvironment({ DATABASE_CONNECTIONS: '3' });

test('a process has no more connections than configured, even with many simultaneous queries', async () => {
  const counts = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const [row] = await db().$queryRaw<[{ count: number }]>`
        SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'`;
      return row.count;
    }),
  );
  expect(Math.max(...counts)).toBe(3);
});

test('a closed database has no connection left', async () => {
  const connections = await Promise.all([pool().connect(), pool().connect()]);
  const open = new Set(connections);
  for (const connection of connections) {
    connection.on('end', () => open.delete(connection));
    connection.release();
  }
  await closeDb();
  expect(open.size).toBe(0);
});

describe('characters that Postgres cannot hold', () => {
  const broken = 'a\0b\ud800';
  const repaired = 'ab\ufffd';

  test('are removed from text and JSON, or replaced, in a transaction and outside of one', async () => {
    const data = { phone: broken, note: broken, verdicts: [{ why: broken }], createdAt: new Date(0) };
    const one = await db().lead.create({ data });
    const two = await db().$transaction((tx) => tx.lead.create({ data }));
    for (const lead of [one, two])
      expect(lead).toMatchObject({ ...data, phone: repaired, note: repaired, verdicts: [{ why: repaired }] });
  });

  test('are removed from a searched text, or replaced', async () => {
    expect(await db().lead.count({ where: { note: broken } })).toBe(2);
    const statement = Prisma.sql`SELECT count(*)::int AS "count" FROM "Lead" WHERE "note" = ANY(${[broken]})`;
    const count = z.object({ count: z.number() });
    expect(await readRows(count, statement)).toEqual([{ count: 2 }]);
    expect(await db().$transaction((tx) => readRows(count, statement, tx))).toEqual([{ count: 2 }]);
  });
});
