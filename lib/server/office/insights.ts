import { z } from 'zod';
import { type Insights, type InsightsQuery, type Percentiles, insights } from '../../contracts/insights.ts';
import { callEnds } from '../../contracts/choices.ts';
import { dayMs } from '../../time.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { callEnd, dayStart } from '../leads/lead-query.ts';
import { publishedPlan } from '../plan/plan-versions.ts';
import { readRows } from '../platform/sql.ts';
import { topicNames } from './topic-names.ts';

const { join, raw, sql } = Prisma;

/** Waits are counted in inaudibly small steps of this width. The triggers on Turn and Lead use it too. */
const stepMs = 20;
/** Days are counted from here. */
const firstDayMs = Date.parse('2020-01-01');
/** Longer periods are counted by weeks. */
const maxDays = 92;

/** Tashkent has been five hours ahead of UTC since 1992. AT TIME ZONE would take half of the query's time. */
const local = sql`("createdAt" + interval '5 hours')`;

/** Calls of one language that ended alike at one question. The database packs values into text, ten times as fast as rows. */
const callGroup = z.object({
  language: z.string(),
  end: z.enum(callEnds),
  topic: z.string().nullable(),
  days: z.string(),
  hours: z.string(),
  /** Seconds. */
  lengths: z.string().nullable(),
  /** In steps, like `waits` and `answers`. */
  firsts: z.string().nullable(),
  waits: z.string(),
  answers: z.string(),
  modelCalls: z.number(),
  promptTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number().nullable(),
});
type CallGroup = z.infer<typeof callGroup>;

/** Packed values end here: no call or wait is longer. */
const maxPacked = 50_000;

/** Counts each value in the packed texts. */
function countPacked(texts: (string | null)[]): Uint32Array {
  const counts = new Uint32Array(maxPacked + 1);
  for (const text of texts)
    for (let i = 0; text !== null && i < text.length; i++) counts[text.charCodeAt(i) - 1]!++;
  return counts;
}

/** Calls that have met the agent and become a lead; trials do not count. */
function readCallGroups(where: Prisma.Sql | undefined): Promise<CallGroup[]> {
  const all = (value: Prisma.Sql, condition = sql`true`) =>
    sql`string_agg(pack_value(${value}), '') FILTER (WHERE ${condition})`;
  return readRows(
    callGroup,
    sql`SELECT "language", ${callEnd} AS "end", "lastTopic" AS "topic",
       ${all(sql`${local}::date - '2020-01-01'::date`)} AS "days", ${all(sql`date_part('hour', ${local})::int`)} AS "hours",
       ${all(sql`date_part('epoch', "endedAt" - "startedAt")::int`, sql`"endedAt" IS NOT NULL`)} AS "lengths",
       ${all(sql`(date_part('epoch', "firstSpokeAt" - "startedAt") * ${raw(`${1000 / stepMs}`)})::int`, sql`"firstSpokeAt" IS NOT NULL`)} AS "firsts",
       string_agg("waits", '') AS "waits", string_agg("answers", '') AS "answers", count("promptTokens")::int AS "modelCalls",
       coalesce(sum("promptTokens"), 0)::float8 AS "promptTokens", coalesce(sum("outputTokens"), 0)::float8 AS "outputTokens",
       sum("costUsd") AS "costUsd"
     FROM "Call" c WHERE "startedAt" IS NOT NULL AND NOT "trial" AND ${where ?? sql`true`}
       AND EXISTS (SELECT FROM "Lead" WHERE "callId" = c."id")
     GROUP BY 1, 2, 3`,
  );
}

/** The condition for calls or leads of a period and a language; undefined for all. */
function inPeriod({ from, to, language }: InsightsQuery): Prisma.Sql | undefined {
  const parts = [
    from && sql`"createdAt" >= ${dayStart(sql`${from}`)}`,
    to && sql`"createdAt" < ${dayStart(sql`${to}`)} + interval '1 day'`,
    language && sql`"language" = ${language}`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? undefined : join(parts, ' AND ');
}

/** Figures of the calls of a period, and of their leads. */
export async function readInsights(query: InsightsQuery): Promise<Insights> {
  const where = inPeriod(query);
  const days = query.from && query.to ? (Date.parse(query.to) - Date.parse(query.from)) / dayMs : Infinity;
  const step = days > maxDays ? 'week' : 'day';
  const periodStart = sql`date_trunc('${raw(step)}', ${local})::date`;
  const [groups, marks, outcomes, names, plan] = await Promise.all([
    readCallGroups(where),
    readRows(
      insights.shape.marks.element,
      sql`SELECT to_char(${periodStart}, 'YYYY-MM-DD') AS "day", "mark", count(*)::int AS "leads"
       FROM "Lead" WHERE ${where ?? sql`true`} GROUP BY ${periodStart}, 2 ORDER BY 1, 2`,
    ),
    readRows(
      insights.shape.outcomes.element,
      sql`SELECT "outcome", count(*)::int AS "leads" FROM (
         SELECT DISTINCT ON (a."leadId") a."outcome" FROM "Attempt" a
         WHERE ${where ? sql`a."leadId" IN (SELECT "id" FROM "Lead" WHERE ${where})` : sql`true`}
         ORDER BY a."leadId" DESC, a."at" DESC) AS latest GROUP BY 1 ORDER BY 2 DESC`,
    ),
    topicNames(),
    publishedPlan(),
  ]);
  const figures = figuresOf(groups, step);
  const left = figures.left.map((row) => ({ ...row, name: names.get(row.topic ?? '') }));
  const funnel = funnelOf(groups, plan.topics).map((row) => ({ ...row, name: names.get(row.topic) }));
  return { ...figures, left, funnel, step, marks, outcomes };
}

/** Counts a call up to its last question; a finished one counts for all questions. */
function funnelOf(groups: CallGroup[], topics: { id: string }[]): Insights['funnel'] {
  const positions = new Map(topics.map(({ id }, position) => [id, position]));
  const lastPosition = ({ end, topic }: CallGroup) =>
    end === 'agent_closed' ? topics.length : (positions.get(topic ?? '') ?? -1);
  return topics.map(({ id }, position) => ({
    topic: id,
    calls: groups.reduce((sum, group) => sum + (lastPosition(group) >= position ? group.days.length : 0), 0),
  }));
}

type Counts<Key> = Map<Key, number>;

function increase<Key>(counts: Counts<Key>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function figuresOf(
  groups: CallGroup[],
  step: Insights['step'],
): Omit<Insights, 'step' | 'marks' | 'outcomes' | 'funnel'> {
  const ends: Counts<CallGroup['end']> = new Map();
  const lastTopics: Counts<string | null> = new Map();
  const languages: Counts<string> = new Map();
  for (const { end, topic, language, days } of groups) {
    increase(ends, end, days.length);
    increase(languages, language, days.length);
    if (end !== 'agent_closed') increase(lastTopics, topic, days.length);
  }
  const finishedByDay = countPacked(
    groups.filter(({ end }) => end === 'agent_closed').map(({ days }) => days),
  );
  const weekdays: Counts<number> = new Map();
  const periods = new Map<string, { calls: number; reachedEnd: number }>();
  for (const [day, calls] of countPacked(groups.map(({ days }) => days)).entries()) {
    if (calls === 0) continue;
    const date = new Date(firstDayMs + day * dayMs).toISOString().slice(0, 10);
    const begin = beginOf(date, step);
    const period = periods.get(begin) ?? { calls: 0, reachedEnd: 0 };
    period.calls += calls;
    period.reachedEnd += finishedByDay[day] ?? 0;
    periods.set(begin, period);
    increase(weekdays, weekdayOf(date), calls);
  }
  const hours = countPacked(groups.map((group) => group.hours));
  const percentiles = (column: 'lengths' | 'firsts' | 'waits' | 'answers', width: number) => {
    const counts = countPacked(groups.map(({ [column]: texts }) => texts));
    return percentilesOf(
      Array.from(counts, (calls, value) => ({ step: value, calls })).filter(({ calls }) => calls > 0),
      width,
    );
  };
  const sum = (column: 'modelCalls' | 'promptTokens' | 'outputTokens') =>
    groups.reduce((total, { [column]: value }) => total + value, 0);
  const costs = groups.flatMap(({ costUsd }) => costUsd ?? []);
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return {
    calls: [...ends.values()].reduce((total, calls) => total + calls, 0),
    reachedEnd: ends.get('agent_closed') ?? 0,
    length: percentiles('lengths', 1),
    answer: percentiles('waits', stepMs),
    firstWord: percentiles('firsts', stepMs),
    agentAnswer: percentiles('answers', stepMs),
    model: {
      calls: sum('modelCalls'),
      promptTokens: sum('promptTokens'),
      outputTokens: sum('outputTokens'),
      costUsd: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
    },
    ends: sortByCount(ends).map(([end, calls]) => ({ end, calls })),
    left: sortByCount(lastTopics).map(([topic, calls]) => ({ topic, calls })),
    languages: sortByCount(languages).map(([language, calls]) => ({ language, calls })),
    hours: range(0, 23).map((hour) => ({ hour, calls: hours[hour] ?? 0 })),
    weekdays: range(1, 7).map((weekday) => ({ weekday, calls: weekdays.get(weekday) ?? 0 })),
    periods: [...periods]
      .map(([day, period]) => ({ day, ...period }))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}

function sortByCount<Key>(counts: Counts<Key>): [Key, number][] {
  return [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || `${a}`.localeCompare(`${b}`));
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

/** The median and 95th percentile of values counted in steps of a width. */
export function percentilesOf(rows: { step: number; calls: number }[], width: number): Percentiles {
  const sorted = rows.toSorted((a, b) => a.step - b.step);
  const count = sorted.reduce((total, { calls }) => total + calls, 0);
  const at = (share: number) => {
    let countSoFar = 0;
    for (const { step, calls } of sorted) {
      countSoFar += calls;
      if (countSoFar >= share * count) return step * width;
    }
    return null;
  };
  return { count, median: at(0.5), p95: at(0.95) };
}
