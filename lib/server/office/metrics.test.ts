import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { openCall } from '../calls/open.ts';
import { recordEvents } from '../calls/events.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { db } from '../platform/db.ts';
import { reviveJobs } from '../jobs/drain.ts';
import { stuckQueue } from './health.ts';
import { jobCounts, leadCounts, metricsText } from './metrics.ts';
import { boss, sendJob } from '../platform/queue.ts';

setUpEnvironment();

beforeAll(() => boss());

test('calls, places and waits are exported, and nothing about a visitor', async () => {
  await db().agentWorker.create({ data: { id: 'AW_1', maxJobs: 16, taken: 2, seenAt: new Date() } });
  const visitor = newVisitor();
  await openCall(visitor);
  const createdAt = new Date(Date.now() - 10_000);
  await db().call.update({ where: { room: visitor.room }, data: { createdAt } });
  const startMs = createdAt.getTime() + 500;
  const turns = (['agent', 'visitor', 'agent'] as const).map((speaker, index) =>
    turn(index, startMs, {
      speaker,
      text: 'Aliyev',
      ...(index === 2 && {
        metrics: {
          engine: 'model' as const,
          model: 'gpt-x',
          recognizer: 'muxlisa',
          voice: 'local',
          endOfTurnMs: 350,
          recognitionMs: 150,
          firstTokenMs: 250,
          firstSoundMs: 120,
          totalMs: 870,
          interrupted: true,
          promptTokens: 100,
          completionTokens: 10,
          costUsd: 0.25,
        },
      }),
    }),
  );
  await recordEvents(visitor.room, [{ type: 'started', atMs: startMs }, ...turns]);
  const unanswered = { ...newVisitor(), endedAt: new Date(), endReason: 'agent_failed' } as const;
  await db().call.create({ data: unanswered });

  const text = await metricsText();
  for (const [, name] of text.matchAll(/^(\w+)\{[^}]*quantile=/gm))
    expect(text).toContain(`# TYPE ${name} summary\n`);
  const values = Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/ (?=\S+$)/)),
  );
  expect(values).toMatchObject({
    ovoz_places: '16',
    ovoz_places_free: '13',
    'ovoz_calls{state="live"}': '1',
    'ovoz_calls{state="unanswered"}': '1',
    'ovoz_first_audio_seconds{quantile="0.5"}': '0.5',
    'ovoz_answer_seconds{quantile="0.95"}': '1',
    ovoz_leads_missed_open: '0',
    'ovoz_leads{status="failed"}': '0',
    ovoz_storage_ok: '1',
    'ovoz_turn_seconds{stage="end_of_turn",vendor="ovoz",quantile="0.5"}': '0.35',
    'ovoz_turn_seconds{stage="recognition",vendor="muxlisa",quantile="0.5"}': '0.15',
    'ovoz_turn_seconds{stage="first_token",vendor="gpt-x",quantile="0.5"}': '0.25',
    'ovoz_turn_seconds{stage="first_sound",vendor="local",quantile="0.95"}': '0.12',
    'ovoz_turn_seconds{stage="total",vendor="gpt-x",quantile="0.95"}': '0.87',
    'ovoz_turns{vendor="gpt-x"}': '1',
    'ovoz_turns_interrupted{vendor="gpt-x"}': '1',
    'ovoz_model_tokens{direction="read"}': '100',
    ovoz_model_cost_usd: '0.25',
    ovoz_calls_beyond_budget: '0',
  });
  expect(Number(values['ovoz_spool_free_bytes'])).toBeGreaterThan(0);
  expect(Number(values['ovoz_backup_age_seconds'])).toBeGreaterThanOrEqual(0);
  for (const secret of [visitor.phone, visitor.room, 'Aliyev']) expect(text).not.toContain(secret ?? '');
});

test('metrics count missed leads, and failures of the last day only, without a full scan', async () => {
  const failed = { phone: '+998901234567', status: 'failed' } as const;
  const { id } = await db().lead.create({ data: failed });
  await db().lead.create({ data: failed });
  await db().lead.create({ data: { phone: '+998901234567', missed: true, status: 'completed' } });
  await db().$executeRaw`UPDATE "Lead" SET "updatedAt" = now() - interval '2 days' WHERE id = ${id}::uuid`;
  const text = await metricsText();
  expect(text).toContain('ovoz_leads{status="failed"} 1\n');
  expect(text).toContain('ovoz_leads_missed_open 1\n');

  await db().$executeRaw`INSERT INTO "Lead" (id, phone, status, mark, "updatedAt")
    SELECT gen_random_uuid(), '+998901234567', 'completed', 'called', now() FROM generate_series(1, 3000)`;
  await db().$executeRaw`ANALYZE "Lead"`;
  const plan = JSON.stringify(await db().$queryRaw(Prisma.sql`EXPLAIN ${leadCounts}`));
  expect(plan).not.toContain('Seq Scan');
});

test('queries for metrics and due jobs do not read finished jobs', async () => {
  await db().$transaction(async (tx) => {
    for (const key of ['a', 'b', 'c']) await sendJob(tx, 'delete-audio', { key });
  });
  await db()
    .$executeRaw`UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE data->>'key' = 'a'`;
  await db().$executeRaw`INSERT INTO pgboss.job (name, state, completed_on)
    SELECT 'settle-call', 'completed', now() FROM generate_series(1, 3000)`;
  await db().$executeRaw`ANALYZE pgboss.job`;
  await reviveJobs();
  const text = await metricsText();
  expect(text).toContain('ovoz_jobs_due{queue="delete-audio"} 2\n');
  expect(text).toContain('ovoz_jobs_failed{queue="delete-audio"} 1\n');
  expect(text).toContain('ovoz_jobs_failed{queue="sweep"} 0\n');
  const planOf = async (query: Prisma.Sql) =>
    (await db().$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN (ANALYZE) ${query}`)).flatMap(
      Object.values,
    );
  const isFullScan = (line: string) => line.includes('Seq Scan on job') && !line.includes('never executed');
  expect((await planOf(jobCounts)).filter(isFullScan)).toEqual([]);
  expect((await planOf(stuckQueue)).filter(isFullScan)).toEqual([]);
});

test('finished jobs are deleted after a day', async () => {
  const [retention] = await db().$queryRaw<
    unknown[]
  >`SELECT array_agg(DISTINCT deletion_seconds) AS "s" FROM pgboss.queue`;
  expect(retention).toEqual({ s: [86_400] });
});

test.each([
  ['monitoring/alerts.yaml', 8],
  ['monitoring/grafana.json', 8],
  ['kubernetes/keda.yaml', 2],
])('%s reads only metrics that we export', async (file, minNames) => {
  const [text, agentSource, config] = [
    await metricsText(),
    readFileSync('agent/reporting/probes.ts', 'utf8'),
    readFileSync(`deploy/${file}`, 'utf8'),
  ];
  const names = new Set(config.match(/ovoz_\w+/g));
  expect(names.size).toBeGreaterThan(minNames);
  const isExported = (name: string) => text.includes(`# TYPE ${name} `) || agentSource.includes(`'${name}'`);
  expect([...names].filter((name) => !isExported(name))).toEqual([]);
});
