import type { Insights, InsightsQuery, Percentiles } from '../../contracts/insights.ts';
import { pool } from '../platform/db.ts';

/** Longer periods are told by weeks. */
const maxDays = 92;
/** Waits are counted in steps of this width, which is finer than anybody hears. */
const stepMs = 20;

const local = (column: string) => `(${column} AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tashkent')`;
const midnight = (place: string) =>
  `(${place}::date::timestamp AT TIME ZONE 'Asia/Tashkent' AT TIME ZONE 'UTC')`;

/** One condition for calls and leads alike: both have their day and language in columns of the same name. */
function inPeriod({ from, to, language }: InsightsQuery): { where: string; values: string[] } {
  const values: string[] = [];
  const place = (value: string) => `$${values.push(value)}`;
  const parts = [
    from && `"createdAt" >= ${midnight(place(from))}`,
    to && `"createdAt" < ${midnight(place(to))} + interval '1 day'`,
    language && `"language" = ${place(language)}`,
  ].filter(Boolean);
  return { where: parts.length === 0 ? 'true' : parts.join(' AND '), values };
}

interface GroupRow {
  weekday: number;
  hour: number;
  language: string;
  end: Insights['ends'][number]['end'];
  topic: string | null;
  calls: number;
}

interface HistogramRow {
  kind: 'length' | 'first' | 'answer' | 'agent';
  step: number;
  calls: number;
}

/** Figures of the calls of a period: counted in the database, in one pass over the calls for each question. */
export async function readInsights(query: InsightsQuery): Promise<Insights> {
  const { where, values } = inPeriod(query);
  const days =
    query.from && query.to ? (Date.parse(query.to) - Date.parse(query.from)) / 86_400_000 : Infinity;
  const step = days > maxDays ? 'week' : 'day';
  const day = `to_char(date_trunc('${step}', ${local('"createdAt"')}), 'YYYY-MM-DD')`;
  const met = `FROM "Call" WHERE "startedAt" IS NOT NULL AND NOT "trial" AND ${where}`;
  const read = async <Row extends object>(sql: string) => (await pool().query<Row>(sql, values)).rows;

  const [groups, histogram, periods, marks, outcomes, [model]] = await Promise.all([
    read<GroupRow>(
      `SELECT extract(isodow FROM ${local('"createdAt"')})::int AS "weekday",
         extract(hour FROM ${local('"createdAt"')})::int AS "hour", "language",
         coalesce("endReason"::text, 'unknown') AS "end",
         CASE WHEN "endReason" = 'agent_closed' THEN NULL ELSE "lastTopic" END AS "topic", count(*)::int AS "calls"
       ${met} GROUP BY 1, 2, 3, 4, 5`,
    ),
    read<HistogramRow>(
      `SELECT 'length' AS "kind", greatest(0, extract(epoch FROM "endedAt" - "startedAt"))::int AS "step",
         count(*)::int AS "calls" ${met} AND "endedAt" IS NOT NULL GROUP BY 2
       UNION ALL SELECT 'first', greatest(0, extract(epoch FROM "firstSpokeAt" - "startedAt") * ${1000 / stepMs})::int,
         count(*)::int ${met} AND "firstSpokeAt" IS NOT NULL GROUP BY 2
       UNION ALL SELECT 'answer', wait / ${stepMs}, count(*)::int
         FROM (SELECT unnest("waitsMs") AS wait ${met}) AS waits GROUP BY 2
       UNION ALL SELECT 'agent', took / ${stepMs}, count(*)::int
         FROM (SELECT unnest("answersMs") AS took ${met}) AS answers GROUP BY 2`,
    ),
    read<Insights['periods'][number]>(
      `SELECT ${day} AS "day", count(*)::int AS "calls",
         (count(*) FILTER (WHERE "endReason" = 'agent_closed'))::int AS "reachedEnd" ${met} GROUP BY 1 ORDER BY 1`,
    ),
    read<Insights['marks'][number]>(
      `SELECT ${day} AS "day", "mark", count(*)::int AS "leads" FROM "Lead" WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    read<Insights['outcomes'][number]>(
      `SELECT "outcome", count(*)::int AS "leads" FROM (
         SELECT DISTINCT ON (a."leadId") a."outcome" FROM "Attempt" a
         WHERE EXISTS (SELECT 1 FROM "Lead" WHERE "id" = a."leadId" AND ${where})
         ORDER BY a."leadId", a."at" DESC) AS latest GROUP BY 1 ORDER BY 2 DESC`,
    ),
    read<Insights['model']>(
      `SELECT count("promptTokens")::int AS "calls", coalesce(sum("promptTokens"), 0)::float8 AS "promptTokens",
         coalesce(sum("outputTokens"), 0)::float8 AS "outputTokens", sum("costUsd")::float8 AS "costUsd" ${met}`,
    ),
  ]);

  const sum = <Key>(of: (row: GroupRow) => Key, rows = groups) => {
    const sums = new Map<Key, number>();
    for (const row of rows) sums.set(of(row), (sums.get(of(row)) ?? 0) + row.calls);
    return [...sums].toSorted(([, a], [, b]) => b - a);
  };
  const unfinished = groups.filter(({ end }) => end !== 'agent_closed');
  const all = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const weekdays = new Map(sum(({ weekday }) => weekday));
  const hours = new Map(sum(({ hour }) => hour));
  const ends = sum(({ end }) => end);
  const steps = (kind: HistogramRow['kind']) => histogram.filter((row) => row.kind === kind);
  return {
    calls: groups.reduce((total, { calls }) => total + calls, 0),
    reachedEnd: new Map(ends).get('agent_closed') ?? 0,
    length: percentilesOf(steps('length'), 1),
    answer: percentilesOf(steps('answer'), stepMs),
    firstWord: percentilesOf(steps('first'), stepMs),
    agentAnswer: percentilesOf(steps('agent'), stepMs),
    model: model ?? { calls: 0, promptTokens: 0, outputTokens: 0, costUsd: null },
    ends: ends.map(([end, calls]) => ({ end, calls })),
    left: sum(({ topic }) => topic, unfinished).map(([topic, calls]) => ({ topic, calls })),
    languages: sum(({ language }) => language).map(([language, calls]) => ({ language, calls })),
    hours: all(0, 23).map((hour) => ({ hour, calls: hours.get(hour) ?? 0 })),
    weekdays: all(1, 7).map((weekday) => ({ weekday, calls: weekdays.get(weekday) ?? 0 })),
    step,
    periods,
    marks,
    outcomes,
  };
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
