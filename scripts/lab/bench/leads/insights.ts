import type pg from 'pg';
import { get, medians, timed } from '../timing.ts';

const callCount = 100_000;
const runs = 9;

/** Compares the insights over 100,000 calls of two years and of a month with a plain count of the same rows. */
export async function benchInsights(baseUrl: string, pool: pg.Pool): Promise<void> {
  const insights = `${baseUrl}/api/admin/insights`;
  for (const everyS of [600, 26]) {
    await pool.query('TRUNCATE "Call", "Lead" CASCADE');
    await makeCalls(pool, everyS);
    const [count = NaN, all = NaN, uzbek = NaN] = await medians(runs, [
      timed(() => pool.query('SELECT count(*) FROM "Call"')),
      timed(() => get(insights)),
      timed(() => get(`${insights}?language=uz`)),
    ]);
    console.log(
      `insights over ${callCount} calls, one every ${everyS} s: ${all.toFixed(0)} ms (target 300), of Uzbek calls ` +
        `${uzbek.toFixed(0)} ms, count(*) ${count.toFixed(0)} ms; medians of ${runs}`,
    );
  }
}

/** Inserts finished calls with leads and attempts at this interval up to now. */
async function makeCalls(pool: pg.Pool, everyS: number): Promise<void> {
  await pool.query(
    `INSERT INTO "Call" ("id", "room", "phone", "language", "browserHash", "termsVersion", "agreedAt", "createdAt",
       "startedAt", "firstSpokeAt", "endedAt", "endReason", "lastTopic", "waits", "answers",
       "promptTokens", "outputTokens", "costUsd")
     SELECT gen_random_uuid(), 'chat-insights-' || i, '+998901234567', (ARRAY['uz', 'ru', 'en'])[1 + i % 3], 'bench', 'v',
       at, at, at, at + interval '400 ms', at + make_interval(secs => 20 + i % 200),
       (ARRAY['agent_closed', 'visitor_left', 'agent_failed'])[1 + i % 3]::"CallEnd",
       (ARRAY['name', 'profession', 'goal', 'needs'])[1 + i % 4],
       (SELECT string_agg(pack_value((ms + i % 400) / 20), '') FROM unnest(ARRAY[300, 350, 280, 400]) AS ms),
       (SELECT string_agg(pack_value((ms + i % 400) / 20), '') FROM unnest(ARRAY[320, 370, 300, 420]) AS ms),
       4000 + i % 900, 90 + i % 50, 0.004
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
}
