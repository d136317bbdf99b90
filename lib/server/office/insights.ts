import { z } from 'zod';
import { callEndReasons } from '../../contracts/call-events.ts';
import { type Insights, type InsightsQuery, type Percentiles, insights } from '../../contracts/insights.ts';
import { dayMs } from '../../time.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { pool } from '../platform/db.ts';
import { readRows } from '../platform/sql.ts';

const { join, raw, sql } = Prisma;

/** Longer periods are told by weeks. */
const maxDays = 92;
/** Waits are counted in steps of this width, which is finer than anybody hears. */
const stepMs = 20;

/** Tashkent's clock: five hours ahead since 1992, winter and summer. AT TIME ZONE would take half of the time of a whole reading. */
const local = sql`("createdAt" + interval '5 hours')`;
const midnight = (day: string) =>
  sql`(${day}::date::timestamp AT TIME ZONE 'Asia/Tashkent' AT TIME ZONE 'UTC')`;

/** One condition for calls and leads alike: both have their day and language in columns of the same name. */
function inPeriod({ from, to, language }: InsightsQuery): Prisma.Sql {
  const parts = [
    from && sql`"createdAt" >= ${midnight(from)}`,
    to && sql`"createdAt" < ${midnight(to)} + interval '1 day'`,
    language && sql`"language" = ${language}`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? sql`true` : join(parts, ' AND ');
}

/** A row of one of the grouping sets: which one is told by the columns that it has. */
const factRow = z.object({
  set: z.number(),
  day: z.string(),
  hour: z.number().nullable(),
  language: z.string(),
  end: z.enum(callEndReasons).nullable(),
  topic: z.string().nullable(),
  length: z.number().nullable(),
  first: z.number().nullable(),
  calls: z.number(),
});
type FactRow = z.infer<typeof factRow>;

/** The grouping sets by PostgreSQL's GROUPING of (day, end, hour, language, topic, length, first): a bit for each column that is not in the set. */
const sets = {
  day: 0b0011111,
  hour: 0b1101111,
  language: 0b1110111,
  left: 0b1011011,
  length: 0b1111101,
  first: 0b1111110,
} as const;

const stepRow = z.object({ step: z.number(), calls: z.number() });
type StepRow = z.infer<typeof stepRow>;

/** Compiling costs more than it saves, and the groups fit into memory. */
const settings = `BEGIN READ ONLY; SET LOCAL jit = off; SET LOCAL work_mem = '32MB'`;

async function read<Row extends z.ZodType>(row: Row, statement: Prisma.Sql): Promise<z.infer<Row>[]> {
  const client = await pool().connect();
  try {
    await client.query(settings);
    const rows = await readRows(row, statement, client);
    await client.query('COMMIT');
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Figures of the calls of a period: counted in the database, in one pass over the calls for all that a call counts for once. */
export async function readInsights(query: InsightsQuery): Promise<Insights> {
  const where = inPeriod(query);
  const days = query.from && query.to ? (Date.parse(query.to) - Date.parse(query.from)) / dayMs : Infinity;
  const step = days > maxDays ? 'week' : 'day';
  const begins = sql`date_trunc('${raw(step)}', ${local})::date`;
  const met = sql`FROM "Call" WHERE "startedAt" IS NOT NULL AND NOT "trial" AND ${where}`;
  const histogram = (column: 'waitsMs' | 'answersMs') =>
    sql`SELECT ms / ${raw(`${stepMs}`)} AS "step", count(*)::int AS "calls"
     FROM (SELECT unnest("${raw(column)}") AS ms ${met}) AS told GROUP BY 1`;

  const [facts, answers, agentAnswers, marks, outcomes, [model]] = await Promise.all([
    read(
      factRow,
      sql`SELECT grouping("day", "endReason", "hour", "language", "lastTopic", "length", "first") AS "set",
         coalesce(to_char("day", 'YYYY-MM-DD'), '') AS "day", "hour", coalesce("language", '') AS "language",
         "endReason"::text AS "end", "lastTopic" AS "topic",
         "length", "first", count(*)::int AS "calls"
       FROM (SELECT ${local}::date AS "day", date_part('hour', ${local}) AS "hour", "language", "endReason", "lastTopic",
           date_part('epoch', "endedAt" - "startedAt")::int AS "length",
           (date_part('epoch', "firstSpokeAt" - "startedAt") * ${raw(`${1000 / stepMs}`)})::int AS "first" ${met}) AS met
       GROUP BY GROUPING SETS
         (("day", "endReason"), ("hour"), ("language"), ("endReason", "lastTopic"), ("length"), ("first"))`,
    ),
    read(stepRow, histogram('waitsMs')),
    read(stepRow, histogram('answersMs')),
    read(
      insights.shape.marks.element,
      sql`SELECT to_char(${begins}, 'YYYY-MM-DD') AS "day", "mark", count(*)::int AS "leads"
       FROM "Lead" WHERE ${where} GROUP BY ${begins}, 2 ORDER BY 1, 2`,
    ),
    read(
      insights.shape.outcomes.element,
      sql`SELECT "outcome", count(*)::int AS "leads" FROM (
         SELECT DISTINCT ON (a."leadId") a."outcome" FROM "Attempt" a
         WHERE EXISTS (SELECT 1 FROM "Lead" WHERE "id" = a."leadId" AND ${where})
         ORDER BY a."leadId", a."at" DESC) AS latest GROUP BY 1 ORDER BY 2 DESC`,
    ),
    read(
      insights.shape.model,
      sql`SELECT count("promptTokens")::int AS "calls", coalesce(sum("promptTokens"), 0)::float8 AS "promptTokens",
         coalesce(sum("outputTokens"), 0)::float8 AS "outputTokens", sum("costUsd")::float8 AS "costUsd" ${met}`,
    ),
  ]);

  const of = (name: keyof typeof sets) => facts.filter((row) => row.set === sets[name]);
  const sum = <Key>(rows: FactRow[], keyOf: (row: FactRow) => Key) => {
    const sums = new Map<Key, number>();
    for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.calls);
    return [...sums].toSorted(([, a], [, b]) => b - a);
  };
  const steps = (name: 'length' | 'first') =>
    of(name).flatMap(({ [name]: told, calls }) => (told === null ? [] : { step: Math.max(0, told), calls }));
  const all = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const byDay = of('day');
  const ends = sum(byDay, ({ end }) => end ?? ('unknown' as const));
  const weekdays = new Map(sum(byDay, ({ day }) => weekdayOf(day)));
  const hours = new Map(sum(of('hour'), ({ hour }) => hour));
  const unfinished = of('left').filter(({ end }) => end !== 'agent_closed');
  const reached = new Map(
    sum(
      byDay.filter(({ end }) => end === 'agent_closed'),
      ({ day }) => beginOf(day, step),
    ),
  );
  return {
    calls: byDay.reduce((total, { calls }) => total + calls, 0),
    reachedEnd: new Map(ends).get('agent_closed') ?? 0,
    length: percentilesOf(steps('length'), 1),
    answer: percentilesOf(answers, stepMs),
    firstWord: percentilesOf(steps('first'), stepMs),
    agentAnswer: percentilesOf(agentAnswers, stepMs),
    model: model ?? { calls: 0, promptTokens: 0, outputTokens: 0, costUsd: null },
    ends: ends.map(([end, calls]) => ({ end, calls })),
    left: sum(unfinished, ({ topic }) => topic).map(([topic, calls]) => ({ topic, calls })),
    languages: sum(of('language'), ({ language }) => language).map(([language, calls]) => ({
      language,
      calls,
    })),
    hours: all(0, 23).map((hour) => ({ hour, calls: hours.get(hour) ?? 0 })),
    weekdays: all(1, 7).map((weekday) => ({ weekday, calls: weekdays.get(weekday) ?? 0 })),
    step,
    periods: sum(byDay, ({ day }) => beginOf(day, step))
      .map(([day, calls]) => ({ day, calls, reachedEnd: reached.get(day) ?? 0 }))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
    marks,
    outcomes,
  };
}

/** 1 is Monday. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** The day itself, or the Monday of its week. */
function beginOf(day: string, step: Insights['step']): string {
  if (step === 'day') return day;
  return new Date(Date.parse(day) - (weekdayOf(day) - 1) * dayMs).toISOString().slice(0, 10);
}

/** The median and the 95th percentile of what was counted in steps of a width. */
export function percentilesOf(rows: StepRow[], width: number): Percentiles {
  const sorted = rows.toSorted((a, b) => a.step - b.step);
  const count = sorted.reduce((total, { calls }) => total + calls, 0);
  const at = (share: number) => {
    let seen = 0;
    for (const { step, calls } of sorted) {
      seen += calls;
      if (seen >= share * count) return step * width;
    }
    return null;
  };
  return { count, median: at(0.5), p95: at(0.95) };
}
