/** npm run bench:insights: the insights over 100,000 calls, against one plain GROUP BY over the same rows. */
import pg from 'pg';
import { readInsights } from '../../lib/server/office/insights.ts';
import { percentile } from './percentile.ts';
import { ownProduct } from './product.ts';
import { makeCalls } from './insights/calls.ts';

const runs = 9;
const targetMs = 300;

const product = await ownProduct({});
Object.assign(process.env, product.settings, { DATA_DIR: product.dataDir });
// Making the calls takes longer than the product lets a statement take.
const pool = new pg.Pool({
  connectionString: product.settings.DATABASE_URL,
  options: '-c statement_timeout=0',
});

async function medianMs(run: () => Promise<unknown>): Promise<string> {
  await run();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const beganMs = performance.now();
    await run();
    times.push(performance.now() - beganMs);
  }
  return (percentile(times, 0.5) ?? 0).toFixed(0);
}

try {
  const calls = await makeCalls(pool);
  const plain = `SELECT "language", "endReason", count(*), avg(extract(epoch FROM "endedAt" - "startedAt"))
    FROM "Call" WHERE "startedAt" IS NOT NULL GROUP BY 1, 2`;
  console.log(`\n${calls} calls, median of ${runs}, target ${targetMs} ms`);
  console.log(`plain GROUP BY      ${await medianMs(() => pool.query(plain))} ms`);
  console.log(`insights, all       ${await medianMs(() => readInsights({}))} ms`);
  console.log(`insights, Uzbek     ${await medianMs(() => readInsights({ language: 'uz' }))} ms`);
} finally {
  await pool.end();
  await product.stop();
}
process.exit(0);
