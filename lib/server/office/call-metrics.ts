import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { readRows } from '../platform/sql.ts';

const { sql } = Prisma;

/** One value of a metric. */
export interface MetricSample {
  value: number | null;
  labels?: Record<string, string>;
}

/** Null where nothing was measured. */
export const measured = z.number().nullable();

/** Waiting times and turns cover calls that began within this time, so that alerts see recent ones. */
const window = '15 minutes';

/** Medians and 95th percentiles of the visitors' waits, computed from the reported turns. */
export async function waitingTimes(): Promise<{ first: MetricSample[]; answer: MetricSample[] }> {
  const [row] = await readRows(
    z.object({ first50: measured, first95: measured, answer50: measured, answer95: measured }),
    sql`
    WITH "turn" AS (
      SELECT t."speaker", t."startedAt", t."index", c."createdAt" AS "askedAt",
        lag(t."speaker") OVER w AS "speakerBefore", lag(t."endedAt") OVER w AS "endedBefore"
      FROM "Turn" t JOIN "Call" c ON c."id" = t."callId"
      WHERE c."createdAt" > (now() AT TIME ZONE 'UTC') - ${window}::interval
      WINDOW w AS (PARTITION BY t."callId" ORDER BY t."index")
    ), "wait" AS (
      SELECT CASE WHEN "index" = 0 THEN extract(epoch FROM "startedAt" - "askedAt")::float8 END AS "first",
        CASE WHEN "speakerBefore" = 'visitor' THEN extract(epoch FROM "startedAt" - "endedBefore")::float8 END AS "answer"
      FROM "turn" WHERE "speaker" = 'agent'
    )
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY "first") AS "first50",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY "first") AS "first95",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY "answer") AS "answer50",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY "answer") AS "answer95"
    FROM "wait"`,
  );
  return { first: quantiles(row?.first50, row?.first95), answer: quantiles(row?.answer50, row?.answer95) };
}

/** The stages of turns, each with its vendor. `end_of_turn` is ours; `total` has the model, or the engine without one. */
export async function turnStages() {
  const rows = await readRows(
    z.object({
      stage: z.string(),
      vendor: z.string(),
      count: z.number(),
      p50: measured,
      p95: measured,
      interrupted: z.number(),
    }),
    sql`
    SELECT s."stage", s."vendor", count(*)::int AS "count",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY s."ms") / 1000 AS "p50",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY s."ms") / 1000 AS "p95",
      (count(*) FILTER (WHERE (t."metrics"->>'interrupted')::boolean))::int AS "interrupted"
    FROM "Turn" t JOIN "Call" c ON c."id" = t."callId"
    CROSS JOIN LATERAL (VALUES
      ('end_of_turn', 'ovoz', (t."metrics"->>'endOfTurnMs')::float8, false),
      ('recognition', t."metrics"->>'recognizer', (t."metrics"->>'recognitionMs')::float8, false),
      ('first_token', t."metrics"->>'model', (t."metrics"->>'firstTokenMs')::float8, false),
      ('first_sound', t."metrics"->>'voice', (t."metrics"->>'firstSoundMs')::float8, false),
      ('total', coalesce(t."metrics"->>'model', t."metrics"->>'engine'), (t."metrics"->>'totalMs')::float8, false),
      ('turn', coalesce(t."metrics"->>'model', t."metrics"->>'engine'), NULL, true)
    ) AS s("stage", "vendor", "ms", "always")
    WHERE c."createdAt" > (now() AT TIME ZONE 'UTC') - ${window}::interval AND t."metrics" IS NOT NULL
      AND s."vendor" IS NOT NULL AND (s."always" OR s."ms" IS NOT NULL)
    GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const turns = rows.filter(({ stage }) => stage === 'turn');
  return {
    seconds: rows
      .filter(({ stage }) => stage !== 'turn')
      .flatMap(({ stage, vendor, p50, p95 }) =>
        quantiles(p50, p95).map(({ value, labels }) => ({ value, labels: { stage, vendor, ...labels } })),
      ),
    counts: turns.map(({ vendor, count }) => ({ value: count, labels: { vendor } })),
    interrupted: turns.map(({ vendor, interrupted }) => ({ value: interrupted, labels: { vendor } })),
  };
}

export async function modelUse(): Promise<{
  tokens: MetricSample[];
  cost: MetricSample[];
  scripted: number;
}> {
  const [row] = await readRows(
    z.object({ read: z.number(), written: z.number(), usd: measured, scripted: z.number() }),
    sql`
    SELECT coalesce(sum("promptTokens"), 0)::float8 AS "read", coalesce(sum("outputTokens"), 0)::float8 AS "written",
      sum("costUsd")::float8 AS "usd", (count(*) FILTER (WHERE "scripted"))::int AS "scripted"
    FROM "Call" WHERE "createdAt" > (now() AT TIME ZONE 'UTC') - interval '1 day'`,
  );
  return {
    tokens: [
      { value: row?.read ?? 0, labels: { direction: 'read' } },
      { value: row?.written ?? 0, labels: { direction: 'written' } },
    ],
    cost: row?.usd == null ? [] : [{ value: row.usd }],
    scripted: row?.scripted ?? 0,
  };
}

function quantiles(p50: number | null = null, p95: number | null = null): MetricSample[] {
  return [
    { value: p50, labels: { quantile: '0.5' } },
    { value: p95, labels: { quantile: '0.95' } },
  ];
}
