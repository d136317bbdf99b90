/** npm run bench:insights: the insights over 100,000 calls of two years and of a month, against a plain count and a GROUP BY over the same rows. */
import pg from 'pg';
import { countCallDays } from '../../lib/server/calls/call-days.ts';
import { readInsights } from '../../lib/server/office/insights.ts';
import { startOwnProduct } from '../test/product-under-test.ts';
import { median, timedMs } from './timing.ts';

const callCount = 100_000;

/** Writes calls as the agent and the processing leave them, one every so many seconds up to now, with their leads and calls back; returns how many. */
async function makeCalls(pool: pg.Pool, everyS = 600): Promise<number> {
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
     FROM (SELECT i, (now() AT TIME ZONE 'UTC') - make_interval(secs => i * ${everyS}) AS at
       FROM generate_series(1, ${callCount}) AS i) AS made`,
  );
  await pool.query(
    `INSERT INTO "Lead" ("id", "phone", "createdAt", "updatedAt", "callId", "language", "durationS", "mark", "searched")
     SELECT gen_random_uuid(), "phone", "createdAt", now(), "id", "language", extract(minute FROM "createdAt")::int,
       (ARRAY['to_call', 'called', 'closed'])[1 + extract(minute FROM "createdAt")::int % 3]::"LeadMark",
       repeat('salom ', 150) FROM "Call"`,
  );
  await pool.query(
    `INSERT INTO "Attempt" ("id", "leadId", "at", "outcome")
     SELECT gen_random_uuid(), "id", "createdAt" + make_interval(hours => n),
       (ARRAY['no_answer', 'busy', 'reached'])[n]::"AttemptOutcome"
     FROM "Lead", generate_series(1, 3) AS n WHERE "mark" <> 'to_call' AND n <= 1 + "durationS" % 3`,
  );
  await pool.query('VACUUM ANALYZE "Call", "Lead", "Attempt"');
  return callCount;
}

const runs = 9;
const targetMs = 300;

const product = await startOwnProduct(process.env);
Object.assign(process.env, product.settings, { DATA_DIR: product.dataDir });
// Making the calls takes longer than the product lets a statement take.
const pool = new pg.Pool({
  connectionString: product.settings.DATABASE_URL,
  options: '-c statement_timeout=0',
});

async function medianMs(run: () => Promise<unknown>): Promise<string> {
  await run();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push(await timedMs(run));
  return median(times).toFixed(0);
}

const plain = `SELECT "language", "endReason", count(*), avg(extract(epoch FROM "endedAt" - "startedAt"))
  FROM "Call" WHERE "startedAt" IS NOT NULL GROUP BY 1, 2`;

try {
  for (const everyS of [600, 26]) {
    await pool.query('TRUNCATE "Call", "Lead", "CallDay" CASCADE');
    const calls = await makeCalls(pool, everyS);
    console.log(`\n${calls} calls, one every ${everyS} s; median of ${runs}, target ${targetMs} ms`);
    console.log(`insights, before any day was counted  ${await medianMs(() => readInsights({}))} ms`);
    const beganMs = performance.now();
    const days = await countCallDays();
    console.log(`${days} days counted once                 ${(performance.now() - beganMs).toFixed(0)} ms`);
    console.log(`count(*)            ${await medianMs(() => pool.query('SELECT count(*) FROM "Call"'))} ms`);
    console.log(`plain GROUP BY      ${await medianMs(() => pool.query(plain))} ms`);
    console.log(`insights, all       ${await medianMs(() => readInsights({}))} ms`);
    console.log(`insights, Uzbek     ${await medianMs(() => readInsights({ language: 'uz' }))} ms`);
  }
} finally {
  await pool.end();
  await product.stop();
}
process.exit(0);
