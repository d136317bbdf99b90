/** npm run bench:insights: the insights over 100,000 calls, against one plain GROUP BY over the same rows. */
import pg from 'pg';
import { readInsights } from '../../lib/server/office/insights.ts';
import { percentile } from './percentile.ts';
import { ownProduct } from './product.ts';

const callCount = 100_000;

/** Writes calls of two years as the agent and the processing leave them, with their leads; returns how many. */
async function makeCalls(pool: pg.Pool): Promise<number> {
  await pool.query(
    `INSERT INTO "Call" ("id", "room", "phone", "language", "browserHash", "termsVersion", "agreedAt", "createdAt",
       "startedAt", "firstSpokeAt", "endedAt", "endReason", "lastTopic", "waitsMs", "answersMs",
       "promptTokens", "outputTokens", "costUsd")
     SELECT gen_random_uuid(), 'chat-insights-' || i, '+998901234567', (ARRAY['uz', 'ru', 'en'])[1 + i % 3], 'bench', 'v',
       at, at, at, at + interval '400 ms', at + make_interval(secs => 20 + i % 200),
       (ARRAY['agent_closed', 'visitor_left', 'agent_failed'])[1 + i % 3]::"CallEnd",
       (ARRAY['name', 'profession', 'goal', 'needs'])[1 + i % 4],
       ARRAY[300 + i % 400, 350 + i % 300, 280 + i % 700, 400 + i % 90],
       ARRAY[320 + i % 400, 370 + i % 300, 300 + i % 700, 420 + i % 90], 4000 + i % 900, 90 + i % 50, 0.004
     FROM (SELECT i, (now() AT TIME ZONE 'UTC') - make_interval(mins => i * 10) AS at
       FROM generate_series(1, ${callCount}) AS i) AS made`,
  );
  await pool.query(
    `INSERT INTO "Lead" ("id", "phone", "createdAt", "updatedAt", "callId", "language", "mark", "searched")
     SELECT gen_random_uuid(), "phone", "createdAt", now(), "id", "language",
       (ARRAY['to_call', 'called', 'closed'])[1 + extract(minute FROM "createdAt")::int % 3]::"LeadMark",
       repeat('salom ', 150) FROM "Call"`,
  );
  await pool.query('VACUUM ANALYZE "Call", "Lead"');
  return callCount;
}

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
