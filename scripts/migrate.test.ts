import pg from 'pg';
import { expect, test } from 'vitest';
import { givenServer } from '../lib/server/testing/server.ts';
import { migrate } from './migrate.ts';

givenServer();

const ask = async (sql: string) => {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const { rows }: { rows: Record<string, string>[] } = await client.query(sql);
  return { rows, end: () => client.end() };
};

test('a migration whose lock a pooler keeps says so, instead of hanging', async () => {
  const stuck = await ask('SELECT pg_advisory_lock(72707369)');
  await expect(migrate(process.env.DATABASE_URL ?? '', 200)).rejects.toThrow(/set DIRECT_URL/);
  await stuck.end();
  expect(await migrate(process.env.DATABASE_URL ?? '')).toEqual([]);
});

test('no statement runs for ever, without a setting that a pooler would refuse', async () => {
  await migrate(process.env.DATABASE_URL ?? '');
  const { rows, end } = await ask('SHOW statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '8s' }]);
  await end();
});
