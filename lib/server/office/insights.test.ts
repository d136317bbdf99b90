import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { type InsightsQuery, insights } from '../../contracts/insights.ts';
import { leadMarks } from '../../contracts/choices.ts';
import { leadQuery } from '../../contracts/leads.ts';
import { insightFilters } from '../../insight-filters.ts';
import { dayMs } from '../../time.ts';
import { draftOf } from '../../contracts/agent-plan.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import { openCall } from '../calls/open.ts';
import { recordEvents } from '../calls/events.ts';
import { leadOfCall } from '../leads/call-leads.ts';
import { countLeads } from '../leads/repository.ts';
import { db } from '../platform/db.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { percentilesOf, readInsights } from './insights.ts';

setUpEnvironment();

test('the longest possible period is answered in weeks', async () => {
  await expect(readInsights({ from: '0001-01-01', to: '9999-12-31' })).resolves.toMatchObject({
    step: 'week',
  });
});

test('percentiles are computed from values that are counted in steps of 20 ms', () => {
  const rows = [
    { step: 30, calls: 1 },
    { step: 10, calls: 10 },
    { step: 20, calls: 9 },
  ];
  expect(percentilesOf(rows, 20)).toEqual({ count: 20, median: 200, p95: 400 });
  expect(percentilesOf([], 20)).toEqual({ count: 0, median: null, p95: null });
});

test('calls are counted by their end, their last question, and their waits', async () => {
  await db().call.deleteMany();
  const startMs = Date.now() - 60_000;
  for (const reason of ['agent_closed', 'visitor_left'] as const) {
    const visitor = newVisitor();
    await openCall(visitor);
    await recordEvents(visitor.room, [
      { type: 'started', atMs: startMs },
      { ...turn(0, startMs + 400, { speaker: 'agent', text: 'Ismingiz?' }), topic: 'name' },
      { ...turn(1, startMs, { speaker: 'visitor', text: 'Aziz' }), topic: 'name' },
      {
        ...turn(2, startMs, {
          speaker: 'agent',
          text: 'Maqsad?',
          metrics: { totalMs: 640, promptTokens: 100, completionTokens: 10, costUsd: 0.001 },
        }),
        topic: 'goal',
      },
      { type: 'ended', atMs: startMs + 30_000, reason },
    ]);
    const call = await db().call.findUniqueOrThrow({ where: { room: visitor.room } });
    const passage = { speaker: 'agent', fromS: 1, toS: 2, text: null, topic: null };
    const dialogue = [
      { ...passage, waitS: null },
      { ...passage, waitS: 0.42 },
    ];
    const phone = `+99890${randomInt(1_000_000, 10_000_000)}`;
    const calledBack = [
      { outcome: 'busy', at: new Date(startMs) },
      { outcome: 'reached', at: new Date(startMs + 1) },
    ] as const;
    const attempts = { create: [...calledBack] };
    await db().lead.create({ data: { phone, callId: call.id, language: 'uz', dialogue, attempts } });
  }
  const figures = insights.parse(await readInsights({ language: 'uz' }));
  expect(figures).toMatchObject({
    calls: 2,
    reachedEnd: 1,
    length: { count: 2, median: 30, p95: 30 },
    answer: { count: 2, median: 420 },
    firstWord: { count: 2, median: 400 },
    agentAnswer: { count: 2, median: 640 },
    model: { calls: 2, promptTokens: 200, outputTokens: 20, costUsd: 0.002 },
    left: [{ topic: 'goal', calls: 1 }],
    funnel: [
      { topic: 'name', calls: 2 },
      { topic: 'profession', calls: 2 },
      { topic: 'goal', calls: 2 },
      { topic: 'needs', calls: 1 },
    ],
    languages: [{ language: 'uz', calls: 2 }],
    outcomes: [{ outcome: 'reached', leads: 2 }],
  });
  const builtIn = draftOf(configuredPlan());
  const topics = builtIn.topics.map((topic) =>
    topic.id === 'goal' ? { ...topic, findOut: 'why they call' } : topic,
  );
  await db().planVersion.create({ data: { number: 1, plan: { ...builtIn, topics }, author: 'Aziza' } });
  expect((await readInsights({ language: 'uz' })).left).toEqual([
    { topic: 'goal', name: 'why they call', calls: 1 },
  ]);
  expect((await readInsights({ language: 'uz' })).funnel.map(({ name }) => name)).toEqual([
    undefined,
    undefined,
    'why they call',
    undefined,
  ]);
  await db().planVersion.deleteMany();
  expect(await readInsights({ language: 'ru' })).toMatchObject({ calls: 0, outcomes: [] });
  expect((await readInsights({})).outcomes).toEqual(figures.outcomes);
  expect((await readInsights({ from: '2020-01-01', to: '2020-01-31' })).calls).toBe(0);
});

/** Waits as the database packs them: one character each, in steps of 20 ms. */
const packWaits = (...waitsMs: number[]) => String.fromCharCode(...waitsMs.map((ms) => 1 + ms / 20));

test('a change to an old call counts at once, and trials do not count', async () => {
  await db().call.deleteMany();
  const createCall = async (createdAt: Date, trial = false) => {
    const visitor = newVisitor();
    await openCall({ ...visitor, trial });
    const startedAt = createdAt;
    const endedAt = new Date(createdAt.getTime() + 30_000);
    const call = await db().call.update({
      where: { room: visitor.room },
      data: { createdAt, startedAt, endedAt, endReason: 'visitor_left', waits: packWaits(420) },
    });
    await db().$transaction((tx) => leadOfCall(tx, visitor.room));
    return call;
  };
  const call = await createCall(new Date(Date.now() - 5 * dayMs));
  await createCall(new Date(Date.now() - 3 * dayMs));
  await createCall(new Date());
  await createCall(new Date(Date.now() - 4 * dayMs), true);
  expect(await readInsights({})).toMatchObject({ calls: 3, reachedEnd: 0, answer: { count: 3 } });

  await db().call.update({
    where: { id: call.id },
    data: { endReason: 'agent_closed', waits: packWaits(420, 640), promptTokens: 7 },
  });
  expect(await readInsights({})).toMatchObject({
    calls: 3,
    reachedEnd: 1,
    answer: { count: 4 },
    model: { calls: 1, promptTokens: 7, costUsd: null },
  });
  await db().call.delete({ where: { id: call.id } });
  expect(await readInsights({})).toMatchObject({ calls: 2, reachedEnd: 0, answer: { count: 2 } });
});

test('a call in which the visitor said nothing has not reached its end, and its lead is found as silent', async () => {
  await db().call.deleteMany();
  await db().lead.deleteMany();
  const silent = newVisitor();
  const answering = newVisitor();
  for (const visitor of [silent, answering]) {
    await openCall(visitor);
    const atMs = Date.now();
    await recordEvents(visitor.room, [
      { type: 'started', atMs },
      turn(0, atMs, { speaker: 'agent', text: 'Ismingiz nima?' }),
      ...(visitor === answering ? [turn(1, atMs, { speaker: 'visitor', text: 'Aziz' })] : []),
      { type: 'ended', atMs, reason: 'agent_closed' },
    ]);
    await db().$transaction((tx) => leadOfCall(tx, visitor.room));
  }
  const found = await readInsights({});
  expect(found).toMatchObject({ calls: 2, reachedEnd: 1 });
  expect(found.ends).toEqual([
    { end: 'agent_closed', calls: 1 },
    { end: 'silent', calls: 1 },
  ]);
  expect(await countLeads({ end: 'silent' })).toBe(1);
  expect(await countLeads({ end: 'agent_closed' })).toBe(1);
  expect(await countLeads({ end: 'not_reached' })).toBe(1);
});

test('each number is the count of the leads behind it', async () => {
  await db().call.deleteMany();
  await db().lead.deleteMany();
  const nowMs = Date.now();
  const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)]!;
  for (let i = 0; i < 60; i++) {
    const { room, ...visitor } = newVisitor();
    // Half of the calls begin one millisecond before a full hour, the others at half past.
    const createdAt = new Date(
      Math.floor((nowMs - randomInt(130 * dayMs)) / 3600_000) * 3600_000 - pick([1, 1_800_000]),
    );
    const kind = pick([
      'answered',
      'answered',
      'answered',
      'answered',
      'unanswered',
      'trial',
      'going on',
      'missed',
    ]);
    if (kind === 'missed') {
      const { phone, language } = visitor;
      await db().lead.create({
        data: { phone, language, createdAt, missed: true, mark: pick(leadMarks) },
      });
      continue;
    }
    const answered = {
      startedAt: createdAt,
      lastTopic: pick([null, 'name', 'goal']),
      promptTokens: pick([null, 90]),
      endReason: pick([null, 'agent_closed', 'visitor_left', 'agent_failed'] as const),
    };
    await db().call.create({
      data: {
        ...{ room, phone: visitor.phone, browserHash: visitor.browserHash, createdAt },
        language: pick(['uz', 'ru', 'en']),
        trial: kind === 'trial',
        ...(kind === 'unanswered' ? {} : answered),
      },
    });
    if (kind === 'going on') continue;
    const lead = await db().$transaction((tx) => leadOfCall(tx, room));
    if (lead === null) continue;
    const attempts = pick([{}, { attempts: { create: { outcome: pick(['busy', 'reached'] as const) } } }]);
    await db().lead.update({ where: { id: lead.id }, data: { mark: pick(leadMarks), ...attempts } });
  }
  const day = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs).toISOString().slice(0, 10);
  const periods: [InsightsQuery, 'day' | 'week'][] = [
    [{}, 'week'],
    [{ from: day(29), to: day(0) }, 'day'],
    [{ from: day(101), to: day(2), language: 'ru' }, 'week'],
  ];
  for (const [query, step] of periods) {
    const figures = await readInsights(query);
    const { calls, leads, during } = insightFilters(query, figures.step);
    const links = [
      [figures.calls, calls()],
      [figures.reachedEnd, calls({ end: 'agent_closed' })],
      [figures.model.calls, calls({ model: 'yes' })],
      ...figures.ends.map((row) => [row.calls, calls({ end: row.end })] as const),
      ...figures.left.map((row) => [row.calls, calls({ left: row.topic ?? '-' })] as const),
      ...figures.languages.map((row) => [row.calls, calls({ language: row.language })] as const),
      ...figures.hours.map((row) => [row.calls, calls({ hour: String(row.hour) })] as const),
      ...figures.weekdays.map((row) => [row.calls, calls({ weekday: String(row.weekday) })] as const),
      ...figures.periods.flatMap((row) => [
        [row.reachedEnd, calls({ ...during(row.day), end: 'agent_closed' })] as const,
        [row.calls - row.reachedEnd, calls({ ...during(row.day), end: 'not_reached' })] as const,
      ]),
      ...figures.marks.map((row) => [row.leads, leads({ ...during(row.day), mark: row.mark })] as const),
      ...figures.outcomes.map((row) => [row.leads, leads({ outcome: row.outcome })] as const),
    ] as const;
    expect(figures.step).toBe(step);
    const counts = await Promise.all(
      links.map(([, filter]) => countLeads(leadQuery.parse(JSON.parse(JSON.stringify(filter))))),
    );
    expect(links.map(([, filter], i) => [filter, counts[i]])).toEqual(
      links.map(([number, filter]) => [filter, number]),
    );
  }
});
