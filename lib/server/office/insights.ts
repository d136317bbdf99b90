import { z } from 'zod';
import { type Insights, type InsightsQuery, type Percentiles, insights } from '../../contracts/insights.ts';
import { callEnds } from '../../contracts/choices.ts';
import { dayMs } from '../../time.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { dayStart } from '../leads/lead-query.ts';
import { readRows } from '../platform/sql.ts';
import { type CallDay, type Facts, local, readCallDays, stepMs } from '../calls/call-days.ts';

const { join, raw, sql } = Prisma;

/** Longer periods are told by weeks. */
const maxDays = 92;
/** Topics are named as these last versions of the plan have them. */
const namedVersions = 20;
const namedTopic = z.object({ id: z.string(), name: z.string() });

/** The condition for the leads of a period; undefined for all. */
function inPeriod({ from, to, language }: InsightsQuery): Prisma.Sql | undefined {
  const parts = [
    from && sql`"createdAt" >= ${dayStart(sql`${from}`)}`,
    to && sql`"createdAt" < ${dayStart(sql`${to}`)} + interval '1 day'`,
    language && sql`"language" = ${language}`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? undefined : join(parts, ' AND ');
}

/** Figures of the calls of a period, of what each day counted (lib/server/calls/call-days.ts), and of their leads. */
export async function readInsights(query: InsightsQuery): Promise<Insights> {
  const where = inPeriod(query);
  const days = query.from && query.to ? (Date.parse(query.to) - Date.parse(query.from)) / dayMs : Infinity;
  const step = days > maxDays ? 'week' : 'day';
  const begins = sql`date_trunc('${raw(step)}', ${local})::date`;
  const [callDays, marks, outcomes, names] = await Promise.all([
    readCallDays(query),
    readRows(
      insights.shape.marks.element,
      sql`SELECT to_char(${begins}, 'YYYY-MM-DD') AS "day", "mark", count(*)::int AS "leads"
       FROM "Lead" WHERE ${where ?? sql`true`} GROUP BY ${begins}, 2 ORDER BY 1, 2`,
    ),
    readRows(
      insights.shape.outcomes.element,
      sql`SELECT "outcome", count(*)::int AS "leads" FROM (
         SELECT DISTINCT ON (a."leadId") a."outcome" FROM "Attempt" a
         WHERE ${where ? sql`a."leadId" IN (SELECT "id" FROM "Lead" WHERE ${where})` : sql`true`}
         ORDER BY a."leadId" DESC, a."at" DESC) AS latest GROUP BY 1 ORDER BY 2 DESC`,
    ),
    topicNames(),
  ]);
  const figures = figuresOf(callDays, step);
  const left = figures.left.map((row) => ({ ...row, name: names.get(row.topic ?? '') }));
  return { ...figures, left, step, marks, outcomes };
}

type Counts<Key> = Map<Key, number>;

function add<Key>(counts: Counts<Key>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** One count of all the days, by its keys. */
function sumsOf(days: CallDay[], kind: keyof Facts): Counts<string> {
  const sums: Counts<string> = new Map();
  for (const { facts } of days)
    for (const { [kind]: counts } of Object.values(facts))
      for (const key in counts) add(sums, key, counts[key] ?? 0);
  return sums;
}

/** Names of the topics by id: what each is to find out, in the owner's words, as the newest plans have it. */
export async function topicNames(): Promise<Map<string, string>> {
  const named = await readRows(
    namedTopic,
    sql`SELECT DISTINCT ON (1) topic->>'id' AS "id", topic->>'findOut' AS "name"
     FROM (SELECT "number", "plan" FROM "PlanVersion" ORDER BY "number" DESC LIMIT ${raw(`${namedVersions}`)}) AS recent,
       jsonb_array_elements("plan"->'topics') AS topic ORDER BY 1, "number" DESC`,
  );
  return new Map(named.map(({ id, name }) => [id, name]));
}

function figuresOf(days: CallDay[], step: Insights['step']): Omit<Insights, 'step' | 'marks' | 'outcomes'> {
  const ends: Counts<Insights['ends'][number]['end']> = new Map();
  const left: Counts<string | null> = new Map();
  const languages: Counts<string> = new Map();
  const weekdays: Counts<number> = new Map();
  const periods = new Map<string, { calls: number; reachedEnd: number }>();
  for (const { day, facts } of days)
    for (const [language, { end: counts = {} }] of Object.entries(facts))
      for (const [key, calls] of Object.entries(counts)) {
        const end = callEnds.find((name) => key.startsWith(`${name}/`)) ?? 'unknown';
        const begin = beginOf(day, step);
        const period = periods.get(begin) ?? { calls: 0, reachedEnd: 0 };
        period.calls += calls;
        if (end === 'agent_closed') period.reachedEnd += calls;
        else add(left, key.slice(end.length + 1) || null, calls);
        periods.set(begin, period);
        add(ends, end, calls);
        add(languages, language, calls);
        add(weekdays, weekdayOf(day), calls);
      }
  const hours = sumsOf(days, 'hour');
  const model = sumsOf(days, 'model');
  const percentiles = (kind: keyof Facts, width: number) =>
    percentilesOf(
      // The agent's clock and the server's may differ by some milliseconds.
      [...sumsOf(days, kind)].map(([value, calls]) => ({ step: Math.max(0, Number(value)), calls })),
      width,
    );
  const all = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return {
    calls: [...ends.values()].reduce((total, calls) => total + calls, 0),
    reachedEnd: ends.get('agent_closed') ?? 0,
    length: percentiles('length', 1),
    answer: percentiles('wait', stepMs),
    firstWord: percentiles('first', stepMs),
    agentAnswer: percentiles('answer', stepMs),
    model: {
      calls: model.get('calls') ?? 0,
      promptTokens: model.get('prompt') ?? 0,
      outputTokens: model.get('output') ?? 0,
      costUsd: model.get('cost') ?? null,
    },
    ends: mostFirst(ends).map(([end, calls]) => ({ end, calls })),
    left: mostFirst(left).map(([topic, calls]) => ({ topic, calls })),
    languages: mostFirst(languages).map(([language, calls]) => ({ language, calls })),
    hours: all(0, 23).map((hour) => ({ hour, calls: hours.get(String(hour)) ?? 0 })),
    weekdays: all(1, 7).map((weekday) => ({ weekday, calls: weekdays.get(weekday) ?? 0 })),
    periods: [...periods]
      .map(([day, period]) => ({ day, ...period }))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}

function mostFirst<Key>(counts: Counts<Key>): [Key, number][] {
  return [...counts].toSorted(([, a], [, b]) => b - a);
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
export function percentilesOf(rows: { step: number; calls: number }[], width: number): Percentiles {
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
