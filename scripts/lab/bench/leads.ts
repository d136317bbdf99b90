/** npm run bench:leads: list, search, recordings, page and processing with 10,000 leads, on a product of its own. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { LoopbackVendor } from '../../../agent/testing/loopback-vendor.ts';
import { benchAudio } from './leads/audio.ts';
import { benchPage } from './leads/page.ts';
import { leadCount, makeLeads, searches } from './leads/ten-thousand.ts';
import { startOwnProduct } from '../../test/product-under-test.ts';
import { leadColumns } from '../../../lib/server/leads/lead-row.ts';
import { get, median, percentile, timedMs } from './timing.ts';
import { db } from '../../../lib/server/platform/db.ts';
import { queueProcessing } from '../../../lib/server/leads/process-lead.ts';

const pauseMs = 100;

interface Spell {
  left: number;
  seconds: number;
}

/** Leads that the product's own worker processes again, with vendors that answer at once. */
async function benchJobs(pool: pg.Pool): Promise<void> {
  console.log('\njobs a second with an instant vendor');
  await pool.query(
    `UPDATE "Lead" SET "dialogue" = NULL, "status" = 'pending' WHERE "room" LIKE 'chat-bench-%'`,
  );
  for (const [name, count, recorded] of [
    ['leads with a short recording', 200, true],
    ['leads without a recording', 1000, false],
  ] as const) {
    const sql = `SELECT "id" FROM "Lead" WHERE "status" = 'pending' ORDER BY "id" LIMIT ${count}`;
    const { rows } = await pool.query<{ id: string }>(sql);
    const ids = rows.map(({ id }) => id);
    if (!recorded) await pool.query('UPDATE "Lead" SET "audioKey" = NULL WHERE "id" = ANY($1)', [ids]);
    await pool.query(`DELETE FROM pgboss.job`);
    await db().$transaction(
      async (tx) => {
        for (const id of ids) await queueProcessing(tx, id);
      },
      { timeout: 60_000 },
    );
    console.log(`  ${name.padEnd(32)} ${(count / (await untilDone(pool))).toFixed(0).padStart(5)} a second`);
  }
}

/** From the first job's beginning to the last one's end, in seconds. */
async function untilDone(pool: pg.Pool): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<Spell>(
      `SELECT count(*) FILTER (WHERE state < 'completed')::int AS left,
         extract(epoch FROM max(completed_on) - min(started_on))::float AS seconds
       FROM pgboss.job WHERE name = 'process-lead'`,
    );
    const [spell] = rows;
    if (spell !== undefined && spell.left === 0) return spell.seconds;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const rounds = 15;
const searchRounds = 10;
const pageSize = 50;

/** Compares GET /api/leads, whole and by page, with one query and JSON.stringify. */
async function benchList(baseUrl: string, pool: pg.Pool): Promise<void> {
  console.log('\nGET /api/leads                 endpoint    query and stringify    ratio (target 1.2)');
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

/** Times searches, one page each. */
async function benchSearch(baseUrl: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < searchRounds; i++)
    for (const word of searches)
      times.push(
        await timedMs(() => get(`${baseUrl}/api/leads?limit=${pageSize}&q=${encodeURIComponent(word)}`)),
      );
  const [half, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
  console.log(`\nsearch among them: median ${half} ms, p95 ${most} ms of ${times.length}`);
}

const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
/** The size of a recording of ten minutes. */
const longBytes = 2_500_000;
const shortRecording = path.join(import.meta.dirname, '../../../lib/server/audio/fixtures/two-voices.webm');

const instant = { recognitionMs: 0, firstTokenMs: 0 };
const vendor = await new LoopbackVendor({ ...instant, reply: () => ({ text: '{"ism":"Aziz"}' }) }).start();
const product = await startOwnProduct({
  ...process.env,
  OPENAI_BASE_URL: vendor.url,
  STT_PROVIDER: 'openai',
  LLM_MODEL: 'loopback',
});
const { url: baseUrl, dataDir, settings } = product;
// The product's code also runs in this process and reads these variables.
Object.assign(process.env, settings, { DATA_DIR: dataDir });
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL });

async function store(name: string, recording: Buffer): Promise<{ key: string; file: string; bytes: number }> {
  const key = `leads/${name}.webm`;
  const file = path.join(dataDir, 'audio', key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, recording);
  return { key, file, bytes: recording.length };
}

try {
  const long = await store('long', randomBytes(longBytes));
  await makeLeads(pool, long.key, long.bytes);
  console.log(`\n${leadCount} leads; ${load()}`);
  await benchList(baseUrl, pool);
  await benchSearch(baseUrl);
  const { rows } = await pool.query<{ id: string }>('SELECT "id" FROM "Lead" LIMIT 1');
  await benchAudio(`${baseUrl}/api/leads/${rows[0]?.id}/audio`, long.file, long.bytes);
  await benchPage(baseUrl);
  const short = await store('short', await readFile(shortRecording));
  await pool.query('UPDATE "Lead" SET "audioKey" = $1', [short.key]);
  await benchJobs(pool);
  console.log(load());
} finally {
  await pool.end();
  await product.stop();
  await vendor.close();
}
process.exit(0);
