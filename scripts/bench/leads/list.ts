import type pg from 'pg';
import { leadColumns } from '../../../lib/server/leads/repository.ts';
import { percentile } from '../percentile.ts';
import { searches } from './ten-thousand.ts';
import { get, median, timedMs } from './timing.ts';

const rounds = 15;
const searchRounds = 10;
const pageSize = 50;

/** GET /api/leads against the same rows by one query and JSON.stringify, whole and a page of them, in turns. */
export async function benchList(baseUrl: string, pool: pg.Pool): Promise<void> {
  console.log('\nGET /api/leads                 endpoint    query and stringify    ratio (target 1.5)');
  for (const [name, query, limit] of [
    ['all', '', ''],
    [`a page of ${pageSize}`, `?limit=${pageSize}`, `LIMIT ${pageSize}`],
  ] as const) {
    const endpoint: number[] = [];
    const raw: number[] = [];
    let bytes = 0;
    for (let i = 0; i < rounds; i++) {
      raw.push(await timedMs(() => queryAndStringify(pool, limit)));
      endpoint.push(await timedMs(async () => (bytes = await get(`${baseUrl}/api/leads${query}`))));
    }
    const [ours, theirs] = [median(endpoint), median(raw)];
    console.log(
      `  ${`${name}, ${(bytes / 1e6).toFixed(2)} MB`.padEnd(24)} ${ms(ours)}            ${ms(theirs)}    ${(ours / theirs).toFixed(2)}`,
    );
  }
}

const ms = (value: number) => `${value.toFixed(1).padStart(8)} ms`;

async function queryAndStringify(pool: pg.Pool, limit: string): Promise<string> {
  const { rows } = await pool.query(
    `SELECT ${leadColumns.text} FROM "Lead" l ORDER BY l."createdAt" DESC, l."id" DESC ${limit}`,
  );
  return JSON.stringify({ leads: rows });
}

/** A page of what a search finds, one after the other. */
export async function benchSearch(baseUrl: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < searchRounds; i++)
    for (const word of searches)
      times.push(
        await timedMs(() => get(`${baseUrl}/api/leads?limit=${pageSize}&q=${encodeURIComponent(word)}`)),
      );
  const [half, most] = [0.5, 0.95].map((share) => (percentile(times, share) ?? Number.NaN).toFixed(1));
  console.log(`\nsearch among them: median ${half} ms, p95 ${most} ms of ${times.length}`);
}
