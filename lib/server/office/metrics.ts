import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import { places } from '../calls/capacity.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { readRows } from '../platform/sql.ts';
import { storage } from '../platform/storage/index.ts';
import { type MetricSample, measured, modelUse, turnStages, waitingTimes } from './call-metrics.ts';
import { cachedHealth } from './health.ts';
import { daysLeft, modelEndings } from './model-endings.ts';
import { recentFailures } from './vendor-failures.ts';

const { sql } = Prisma;

/**
 * The product's state in Prometheus text format 0.0.4. Most figures come from the database, so they are the same in every web app:
 * scrape one, or take the maximum.
 */
export async function metricsText(): Promise<string> {
  const [{ total, free }, calls, [leads], files, jobs, waits, turns, model, failures, endings] =
    await Promise.all([
      places(),
      callsByState(),
      readRows(leadCountsRow, leadCounts),
      storageFigures(),
      jobsWaiting(),
      waitingTimes(),
      turnStages(),
      modelUse(),
      recentFailures(),
      modelEndings(),
    ]);
  return [
    metric('ovoz_places', 'Calls that all live agents hold at once.', [{ value: total }]),
    metric('ovoz_places_free', 'Places for one more call.', [{ value: free }]),
    metric('ovoz_calls', 'Calls of the last day by how they ended.', calls),
    metric('ovoz_leads', 'Leads that wait, are being processed, or failed in the last day.', [
      { value: leads?.pending ?? 0, labels: { status: 'pending' } },
      { value: leads?.processing ?? 0, labels: { status: 'processing' } },
      { value: leads?.failed ?? 0, labels: { status: 'failed' } },
    ]),
    metric(
      'ovoz_leads_missed_open',
      'Numbers of visitors who found all lines taken or no agent, not called back yet.',
      [{ value: leads?.missed ?? 0 }],
    ),
    metric('ovoz_storage_ok', 'Whether recordings can be stored: 1, or 0.', [{ value: files.storageOk }]),
    metric('ovoz_spool_free_bytes', 'Free space where uploads of the process that was asked arrive.', [
      { value: files.freeBytes },
    ]),
    metric('ovoz_backup_age_seconds', 'Since the last backup, or since the database was made.', [
      { value: files.backupAgeS },
    ]),
    metric('ovoz_jobs_due', 'Jobs that are due and not begun, by queue.', jobs.due),
    metric('ovoz_job_oldest_seconds', 'How long the oldest of them has waited.', [{ value: jobs.oldestS }]),
    metric('ovoz_jobs_failed', 'Jobs of the last day that failed for good, by queue.', jobs.failed),
    metric(
      'ovoz_first_audio_seconds',
      'From the token to the first words of the agent, last 15 minutes.',
      waits.first,
      'summary',
    ),
    metric(
      'ovoz_answer_seconds',
      'From the end of an answer to the words of the agent, last 15 minutes.',
      waits.answer,
      'summary',
    ),
    metric(
      'ovoz_turn_seconds',
      'Stages of an answer as the agents measured them, by vendor, last 15 minutes.',
      turns.seconds,
      'summary',
    ),
    metric(
      'ovoz_turns',
      'Measured turns of the agents by who made their words, last 15 minutes.',
      turns.counts,
    ),
    metric('ovoz_turns_interrupted', 'Those of them that a visitor talked over.', turns.interrupted),
    metric('ovoz_model_tokens', 'Tokens of calls that began in the last day, by direction.', model.tokens),
    metric('ovoz_model_cost_usd', 'What they cost, where the price of the model is set.', model.cost),
    metric('ovoz_calls_beyond_budget', 'Calls of the last day held by the script for the budget.', [
      { value: model.scripted },
    ]),
    metric(
      'ovoz_vendor_failures',
      'Failures of models, recognisers and voices in the calls of the last hour.',
      failures.map(({ part, vendor, kind, times }) => ({ value: times, labels: { part, vendor, kind } })),
    ),
    metric(
      'ovoz_model_days_left',
      'Days until its vendor switches a configured model off.',
      endings.map((ending) => ({
        value: daysLeft(ending),
        labels: { part: ending.part, model: ending.model },
      })),
    ),
    metric('ovoz_process_resident_bytes', 'Memory of the process that was asked.', [
      { value: process.memoryUsage.rss() },
    ]),
  ].join('');
}

function metric(
  name: string,
  help: string,
  samples: MetricSample[],
  type: 'gauge' | 'summary' = 'gauge',
): string {
  const lines = samples.map(({ value, labels = {} }) => {
    const pairs = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value ?? 'NaN'}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

async function callsByState(): Promise<MetricSample[]> {
  const rows = await readRows(
    z.object({ state: z.string(), count: z.number() }),
    sql`
    SELECT CASE WHEN "endReason" = 'agent_failed' AND "startedAt" IS NULL THEN 'unanswered'
        ELSE coalesce("endReason"::text, CASE WHEN "startedAt" IS NULL THEN 'waiting' ELSE 'live' END) END AS "state",
      count(*)::int AS "count"
    FROM "Call" WHERE "createdAt" > (now() AT TIME ZONE 'UTC') - interval '1 day' GROUP BY 1`,
  );
  return rows.map(({ state, count }) => ({ value: count, labels: { state } }));
}

const leadCountsRow = z.object({
  pending: z.number(),
  processing: z.number(),
  failed: z.number(),
  missed: z.number(),
});

/** Uses partial indexes, because the lead table grows to millions of rows. */
export const leadCounts = sql`
  SELECT
    (SELECT count(*)::int FROM "Lead" WHERE status <> 'completed' AND status = 'pending') AS "pending",
    (SELECT count(*)::int FROM "Lead" WHERE status <> 'completed' AND status = 'processing') AS "processing",
    (SELECT count(*)::int FROM "Lead" WHERE status <> 'completed' AND status = 'failed'
      AND "updatedAt" > (now() AT TIME ZONE 'UTC') - interval '1 day') AS "failed",
    (SELECT count(*)::int FROM "Lead" WHERE missed AND mark = 'to_call') AS "missed"`;

async function storageFigures() {
  const [{ parts }, [row]] = await Promise.all([
    cachedHealth(),
    readRows(
      z.object({ ageS: measured }),
      sql`SELECT extract(epoch FROM now() - ("value" #>> '{}')::timestamptz)::float8 AS "ageS" FROM "Setting" WHERE "key" = 'backup'`,
    ),
  ]);
  const disk = await statfs(storage().spoolFolder).catch(() => null);
  return {
    storageOk: parts.storage.state === 'down' ? 0 : 1,
    freeBytes: disk && disk.bavail * disk.bsize,
    backupAgeS: row?.ageS ?? null,
  };
}

/** Due jobs are in a pg-boss index; its supervision counts failed ones for the day that they are stored. */
export const jobCounts = sql`
  SELECT queue.name AS "queue", coalesce(due.count, 0)::int AS "due", due.age::float8 AS "oldestS", failed_count AS "failed"
  FROM pgboss.queue LEFT JOIN (
    SELECT name, count(*), extract(epoch FROM now() - min(start_after)) AS age
    FROM pgboss.job WHERE state < 'active' AND NOT blocked AND start_after < now() GROUP BY name
  ) AS due USING (name)`;

async function jobsWaiting() {
  const row = z.object({ queue: z.string(), due: z.number(), failed: z.number(), oldestS: measured });
  const rows = await readRows(row, jobCounts);
  return {
    due: rows.map(({ queue, due }) => ({ value: due, labels: { queue } })),
    failed: rows.map(({ queue, failed }) => ({ value: failed, labels: { queue } })),
    oldestS: Math.max(0, ...rows.map((row) => row.oldestS ?? 0)),
  };
}
