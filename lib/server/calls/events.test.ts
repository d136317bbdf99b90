import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../contracts/call-events.ts';
import { leadSummaryOf } from '../../contracts/interview.ts';
import { leadQuery } from '../../contracts/leads.ts';
import { readLeadDetail, listLeads } from '../leads/repository.ts';
import { db } from '../platform/db.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { recordEvents } from './events.ts';
import { openCall } from './open.ts';
import { uploadGraceS } from './settle.ts';

setUpEnvironment();

async function openRoom(): Promise<string> {
  const visitor = newVisitor();
  await openCall(visitor);
  return visitor.room;
}

const callOf = (room: string) =>
  db().call.findUniqueOrThrow({ where: { room }, include: { turns: { orderBy: { index: 'asc' } } } });

function finishedCallEvents(startMs: number): CallEvent[] {
  return [
    { type: 'started', atMs: startMs },
    turn(0, startMs, { speaker: 'agent', text: 'Salom!' }),
    turn(1, startMs, { speaker: 'visitor' }),
    turn(2, startMs, { speaker: 'agent', text: 'Xayr!' }),
    { type: 'ended', atMs: startMs + 9_000, reason: 'agent_closed' },
  ];
}

test('a call is the same whether its events arrive once, twice, reversed or all at once', async () => {
  const startMs = Date.now() - 60_000;
  const events = finishedCallEvents(startMs);
  const orders = [events, [...events, ...events], events.toReversed()];
  for (const order of orders) {
    const room = await openRoom();
    for (const event of order) await recordEvents(room, [event]);
    expect(await callOf(room)).toMatchObject({
      startedAt: new Date(startMs),
      endedAt: new Date(startMs + 9_000),
      endReason: 'agent_closed',
      turns: [{ text: 'Salom!' }, { text: null, speaker: 'visitor' }, { text: 'Xayr!' }],
    });
  }
  const room = await openRoom();
  await Promise.all(events.flatMap((event) => [event, event]).map((event) => recordEvents(room, [event])));
  expect((await callOf(room)).turns).toHaveLength(3);
});

test('only the first report of a call’s end counts', async () => {
  const room = await openRoom();
  const now = Date.now();
  await recordEvents(room, [{ type: 'ended', atMs: now - 1_000, reason: 'visitor_left' }]);
  await recordEvents(room, [{ type: 'ended', atMs: now, reason: 'agent_closed' }]);
  expect(await callOf(room)).toMatchObject({ endReason: 'visitor_left', endedAt: new Date(now - 1_000) });
});

test('an agent whose clock is ahead does not end a call in the future', async () => {
  const room = await openRoom();
  const now = new Date();
  await recordEvents(room, [{ type: 'ended', atMs: now.getTime() + 3_600_000, reason: 'agent_closed' }], now);
  expect((await callOf(room)).endedAt).toEqual(now);
});

test('turns of an agent whose clock is ahead are moved back to end with their report; lengths and pauses stay', async () => {
  const room = await openRoom();
  const now = new Date();
  const reported = [0, 1].map((index) => turn(index, now.getTime() + 3_600_000, { speaker: 'agent' }));
  await recordEvents(room, reported, now);
  const { turns } = await callOf(room);
  expect(turns.map(({ startedAt, endedAt }) => [+startedAt - +now, +endedAt - +now])).toEqual([
    [-5_000, -3_000],
    [-2_000, 0],
  ]);
});

test('characters that Postgres cannot store are removed from a text', async () => {
  const room = await openRoom();
  await recordEvents(room, [turn(0, Date.now(), { speaker: 'agent', text: 'a\0b' })]);
  expect((await callOf(room)).turns[0]?.text).toBe('ab');
});

test('the agent’s measurements are stored with the call, summed, and shown on its lead', async () => {
  const room = await openRoom();
  const startMs = Date.now() - 60_000;
  const metrics = {
    endOfTurnMs: 350,
    recognitionMs: 150,
    firstTokenMs: 250,
    firstSoundMs: 120,
    totalMs: 900,
    interrupted: false,
    engine: 'model',
    model: 'gpt-x',
    recognizer: 'muxlisa',
    voice: 'local',
    promptTokens: 1_000,
    completionTokens: 20,
    costUsd: 0.25,
  } as const;
  await recordEvents(room, [
    { type: 'started', atMs: startMs, planVersion: 'v7-mibl0x5c' },
    turn(0, startMs, { speaker: 'agent', text: 'Salom!' }),
    turn(1, startMs, { speaker: 'visitor', text: 'Aziz' }),
    turn(2, startMs, { speaker: 'agent', text: 'Rahmat', metrics }),
    { type: 'answer', index: 0, topic: 'name', field: 'ism', value: 'Aziz' },
  ]);
  await recordEvents(room, [
    turn(3, startMs, { speaker: 'agent', text: 'Xayr', metrics: { ...metrics, totalMs: 1_100 } }),
  ]);
  expect(await callOf(room)).toMatchObject({
    planVersion: 'v7-mibl0x5c',
    // 900 and 1100 ms, in steps of 20 ms.
    answers: String.fromCharCode(1 + 45, 1 + 55),
    promptTokens: 2_000,
    outputTokens: 40,
    costUsd: 0.5,
  });
  const { leads } = await listLeads();
  const { figures } = await readLeadDetail(leads.find(({ roomName }) => roomName === room)?._id ?? '');
  expect(figures).toMatchObject({ planVersion: 'v7', promptTokens: 2_000, costUsd: 0.5 });
  expect(figures?.turns).toEqual([
    { ...metrics, atS: 6 },
    { ...metrics, totalMs: 1_100, atS: 9 },
  ]);
});

test('an unknown room is not found', async () => {
  const { room } = newVisitor();
  await expect(recordEvents(room, finishedCallEvents(Date.now()))).rejects.toMatchObject({
    code: 'not_found',
  });
});

describe('the answers and corrections that the agent reports', () => {
  const startMs = Date.now() - 60_000;
  const started: CallEvent = { type: 'started', atMs: startMs, planVersion: 'file-1' };
  const answerEvent = (index: number, topic: 'name' | 'goal', value: string): CallEvent => ({
    type: 'answer',
    index,
    topic,
    field: topic === 'name' ? 'ism' : 'maqsad',
    value,
  });
  const leadOf = async (room: string) => {
    const { leads } = await listLeads();
    return leads.find(({ roomName }) => roomName === room);
  };

  test('make the call a lead that is shown during the call', async () => {
    const room = await openRoom();
    await recordEvents(room, [started, answerEvent(0, 'name', 'Aziz')]);
    expect(await leadOf(room)).toMatchObject({
      processingStatus: 'pending',
      answers: [{ topic: 'name', field: 'ism', value: 'Aziz' }],
    });
    await recordEvents(room, [answerEvent(1, 'goal', 'Narxlar'), answerEvent(2, 'name', 'Aziza')]);
    const lead = await leadOf(room);
    expect(lead?.answers?.map(({ value }) => value)).toEqual(['Aziza', 'Narxlar']);
    expect(leadSummaryOf(lead?.summary)).toMatchObject({
      ism: 'Aziza',
      maqsad: 'Narxlar',
      asosiy_mavzular: ['Narxlar'],
    });
    expect(await callOf(room)).toMatchObject({ planVersion: 'file-1' });
  });

  test('are the same however often and late an event arrives', async () => {
    const room = await openRoom();
    await recordEvents(room, [started, answerEvent(1, 'name', 'Aziza')]);
    await recordEvents(room, [answerEvent(0, 'name', 'Aziz'), answerEvent(1, 'name', 'Aziza')]);
    expect((await leadOf(room))?.answers).toEqual([{ topic: 'name', field: 'ism', value: 'Aziza' }]);
  });

  test('correct the number that the lead shows; a search finds both numbers', async () => {
    const visitor = newVisitor();
    await openCall(visitor);
    await recordEvents(visitor.room, [
      started,
      { type: 'phone_corrected', index: 0, phone: '+998937776655' },
      { type: 'call_back_at', index: 1, when: 'ertaga', atMs: 4_102_444_800_000 },
      { type: 'hand_over', index: 2, reason: 'shartnoma' },
    ]);
    expect(await leadOf(visitor.room)).toMatchObject({
      phoneNumber: '+998937776655',
      originalPhone: visitor.phone,
      callBack: { when: 'ertaga', at: '2100-01-01T00:00:00.000Z' },
      handOver: 'shartnoma',
    });
    for (const q of ['937776655', visitor.phone.slice(4)])
      expect((await listLeads(leadQuery.parse({ q }))).leads.map(({ roomName }) => roomName)).toContain(
        visitor.room,
      );
  });

  test('are processed after the call, once the recording is no longer awaited', async () => {
    const room = await openRoom();
    await recordEvents(room, [started, answerEvent(0, 'name', 'Aziz')]);
    const readProcessingJobs = () =>
      db().$queryRaw<{ wait: number }[]>`
        SELECT extract(epoch FROM start_after - created_on)::int AS wait FROM pgboss.job
        WHERE name = 'process-lead' AND data->>'leadId' = (SELECT "id"::text FROM "Lead" WHERE "room" = ${room})`;
    expect(await readProcessingJobs()).toEqual([]);
    await recordEvents(room, [{ type: 'ended', atMs: startMs + 9_000, reason: 'agent_closed' }]);
    expect(await readProcessingJobs()).toEqual([{ wait: uploadGraceS }]);
  });
});
