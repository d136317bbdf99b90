import { expect, test } from 'vitest';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { db, pool } from './db.ts';
import { readRows } from './sql.ts';

setUpEnvironment();

const one = z.object({ count: z.number() });

test('rows are what their shape says, in a transaction and outside of one', async () => {
  const statement = Prisma.sql`SELECT ${2}::int AS "count"`;
  await expect(readRows(one, statement)).resolves.toEqual([{ count: 2 }]);
  await expect(db().$transaction((tx) => readRows(one, statement, tx))).resolves.toEqual([{ count: 2 }]);
});

test.each(['1::bigint AS "count"', 'NULL::int AS "count"', '1 AS "counted"'])(
  'another type, a null or another name is refused: %s',
  async (column) => {
    await expect(readRows(one, Prisma.raw(`SELECT ${column}`), pool())).rejects.toThrow('count');
  },
);
