import { z } from 'zod';
import type { InsightsQuery } from '../../contracts/insights.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';
import { readRows } from '../platform/sql.ts';

const { raw, sql } = Prisma;

/** Waits are counted in steps of this width, which is finer than anybody hears. */
export const stepMs = 20;

/**
 * Counts by kind and key. `end`: how a call ended and its last question, as `end/topic`; `hour`, `length` (seconds), `first`, `wait` and
 * `answer` (steps): how many calls or answers had that value; `model`: sums of calls, prompt, output and cost.
 */
export type Facts = Partial<
  Record<'end' | 'hour' | 'length' | 'first' | 'wait' | 'answer' | 'model', Record<string, number>>
>;

const callDay = z.object({
  /** A day of Tashkent. */
  day: z.string(),
  /** By the call's language; hundreds of thousands of numbers of our own, not looked at one by one. */
  facts: z.custom<Record<string, Facts>>((facts) => typeof facts === 'object' && facts !== null),
});
export type CallDay = z.infer<typeof callDay>;

/** Tashkent's clock: five hours ahead since 1992, winter and summer. AT TIME ZONE would take half of the time of a whole reading. */
export const local = sql`("createdAt" + interval '5 hours')`;

/** The sums of one kind: of each value that the calls have in a column. */
const eachValue = (kind: keyof Facts & string) =>
  raw(`
  SELECT "day", "language", '${kind}', "${kind}"::text, count(*)::float8 FROM met WHERE "${kind}" IS NOT NULL
  GROUP BY "day", "language", "${kind}"`);
const eachStep = (kind: keyof Facts, column: 'waitsMs' | 'answersMs') =>
  raw(`
  SELECT "day", "language", '${kind}', "step"::text, count(*)
  FROM (SELECT "day", "language", unnest("${column}") / ${stepMs} AS "step" FROM met) AS steps
  GROUP BY "day", "language", "step"`);

/** A row of `day` and `facts` for each day that the query `days` gives, counted from its calls; those that have become a lead, without trials and calls that never met the agent. */
const counted = (days: Prisma.Sql) => sql`
  WITH days AS MATERIALIZED (${days}),
  met AS MATERIALIZED (
    SELECT d."day", "language", date_part('hour', ${local})::int AS "hour",
      coalesce("endReason"::text, 'unknown') || '/' || coalesce("lastTopic", '') AS "end",
      date_part('epoch', "endedAt" - "startedAt")::int AS "length",
      (date_part('epoch', "firstSpokeAt" - "startedAt") * ${raw(`${1000 / stepMs}`)})::int AS "first",
      "waitsMs", "answersMs", "promptTokens", "outputTokens", "costUsd"
    FROM days d JOIN "Call" ON "createdAt" >= d."day" - interval '5 hours' AND "createdAt" < d."day" + interval '19 hours'
    WHERE "startedAt" IS NOT NULL AND NOT "trial" AND EXISTS (SELECT 1 FROM "Lead" WHERE "callId" = "Call"."id")
  ),
  sums("day", "language", "kind", "key", "sum") AS (
    ${eachValue('end')}
    UNION ALL ${eachValue('hour')}
    UNION ALL ${eachValue('length')}
    UNION ALL ${eachValue('first')}
    UNION ALL ${eachStep('wait', 'waitsMs')}
    UNION ALL ${eachStep('answer', 'answersMs')}
    UNION ALL SELECT "day", "language", 'model', "key", "sum" FROM (
      SELECT "day", "language", count("promptTokens") AS "calls", sum("promptTokens") AS "prompt",
        sum("outputTokens") AS "output", sum("costUsd") AS "cost" FROM met GROUP BY 1, 2
    ) AS model CROSS JOIN LATERAL (
      VALUES ('calls', "calls"::float8), ('prompt', "prompt"), ('output', "output"), ('cost', "cost")
    ) AS of("key", "sum") WHERE "sum" IS NOT NULL
  ),
  kinds AS (SELECT "day", "language", "kind", json_object_agg("key", "sum") AS "sums" FROM sums GROUP BY 1, 2, 3),
  languages AS (SELECT "day", "language", json_object_agg("kind", "sums") AS "kinds" FROM kinds GROUP BY 1, 2)
  SELECT "day", coalesce(json_object_agg("language", "kinds") FILTER (WHERE "language" IS NOT NULL), '{}') AS "facts"
  FROM days LEFT JOIN languages USING ("day") GROUP BY 1`;

/** The days from the first call on, within the places or dates given, that nobody has counted. */
const uncounted = (from: Prisma.Sql, to: Prisma.Sql) => sql`
  SELECT at::date AS "day" FROM (SELECT (min("createdAt") + interval '5 hours')::date AS "first" FROM "Call") AS calls,
    generate_series("first" + greatest(0, ${from} - "first"), ${to}, interval '1 day') AS at
  WHERE NOT EXISTS (SELECT 1 FROM "CallDay" WHERE "day" = at::date)`;

const now = sql`(now() AT TIME ZONE 'UTC')`;

/** The counts of each day of a period, from the first call on; today is counted on each request. */
export async function readCallDays({ from, to, language }: InsightsQuery): Promise<CallDay[]> {
  const today = sql`(${now} + interval '5 hours')::date`;
  const first = sql`coalesce(${from ?? null}::date, '0001-01-01')`;
  const last = sql`least(${to ?? null}::date, ${today})`;
  const rows = await readRows(
    callDay,
    sql`SELECT to_char("day", 'YYYY-MM-DD') AS "day", "facts" FROM (
       SELECT "day", "facts" FROM "CallDay" WHERE "day" BETWEEN ${first} AND ${last}
       UNION ALL (${counted(uncounted(first, last))})) AS days`,
  );
  if (language === undefined) return rows;
  return rows.map(({ day, facts }) => ({ day, facts: { [language]: facts[language] ?? {} } }));
}

const daysAtOnce = 31;

/** Counts the days that are over and not yet counted. @returns how many */
export async function countCallDays(): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await db().$transaction(countSome);
    total += count;
    if (count < daysAtOnce) return total;
  }
}

/** The lock waits for transactions that change older calls; later ones wait for it, and then delete the counted day (trigger). */
async function countSome(tx: Tx): Promise<number> {
  const over = sql`(${now} + interval '3 hours')::date - 1`;
  const days = sql`${uncounted(sql`'0001-01-01'::date`, over)} ORDER BY 1 LIMIT ${raw(`${daysAtOnce}`)}`;
  await tx.$executeRaw`SET LOCAL lock_timeout = '2s'`;
  await tx.$executeRaw`LOCK TABLE "CallDay" IN SHARE ROW EXCLUSIVE MODE`;
  return tx.$executeRaw`INSERT INTO "CallDay" ("day", "facts") ${counted(days)}`;
}
