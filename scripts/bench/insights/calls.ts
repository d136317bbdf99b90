import type pg from 'pg';

const callCount = 100_000;

/** Writes calls of two years as the agent and the processing leave them, with their leads; returns how many. */
export async function makeCalls(pool: pg.Pool): Promise<number> {
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
