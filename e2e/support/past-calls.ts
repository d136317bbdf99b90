import pg from 'pg';
import { newPhone } from './api.ts';

interface PastCall {
  /** The day in Tashkent, as 2025-03-03. */
  day: string;
  end: 'agent_closed' | 'visitor_left';
  /** The topic of the agent’s last question. */
  lastTopic?: string;
  /** The visitor's name in the summary. */
  name?: string;
}

const costUsd = 0.038;

/** Inserts ended calls with their leads into the product's database. Returns their ids, their numbers and a function that deletes them. */
export async function insertPastCalls(calls: PastCall[]) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const pastCalls: (PastCall & { id: string; phone: string })[] = [];
  for (const call of calls) {
    // The desk takes a lead with a greater id for a newer one.
    const { rows } = await client.query<{ id: string }>(
      'SELECT uuidv7(least($1::timestamp, localtimestamp) - localtimestamp) AS id',
      [call.day],
    );
    pastCalls.push({ ...call, id: rows[0]!.id, phone: newPhone() });
  }
  for (const { id, phone, day, end, lastTopic, name } of pastCalls) {
    await client.query(
      `INSERT INTO "Call" ("id", "room", "phone", "language", "browserHash", "createdAt", "startedAt", "endedAt", "endReason")
       SELECT $1::uuid, 'chat-past-' || $1::text, $2, 'uz', 'past', at, at, at + interval '1 minute', $3::"CallEnd"
       FROM (SELECT $4::timestamp + interval '7 hours' AS at) AS moment`,
      [id, phone, end, day],
    );
    // A trigger copies topic, tokens and cost to the call.
    await client.query(
      `INSERT INTO "Turn" ("callId", "index", "speaker", "startedAt", "endedAt", "topic", "metrics")
       SELECT "id", turn_index, speaker::"Speaker", "startedAt", "endedAt", topic, metrics::jsonb
       FROM "Call", (VALUES (0, 'agent', $2, $3), (1, 'visitor', null, null)) AS turns (turn_index, speaker, topic, metrics) WHERE "id" = $1`,
      [id, lastTopic, JSON.stringify({ promptTokens: 4000, completionTokens: 90, costUsd })],
    );
    await client.query(
      `INSERT INTO "Lead" ("id", "phone", "createdAt", "updatedAt", "callId", "language", "durationS", "status", "summary")
       SELECT "id", "phone", "createdAt", "createdAt", "id", "language", 60, 'completed', $2 FROM "Call" WHERE "id" = $1`,
      [id, name === undefined ? null : JSON.stringify({ ism: name })],
    );
  }
  const remove = async () => {
    await client.query('DELETE FROM "Lead" WHERE "callId" = ANY($1)', [pastCalls.map(({ id }) => id)]);
    await client.query('DELETE FROM "Call" WHERE "id" = ANY($1)', [pastCalls.map(({ id }) => id)]);
    await client.end();
  };
  return { ids: pastCalls.map(({ id }) => id), phones: pastCalls.map(({ phone }) => phone), remove };
}
