import { expect, test } from 'vitest';
import { givenServer } from '../testing/server.ts';
import { db } from './db.ts';

givenServer({ DATABASE_CONNECTIONS: '3' });

test('a process has no more connections than it is told, however much it asks at once', async () => {
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
