import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { db } from '../platform/db.ts';
import { drainJobs } from '../jobs/drain.ts';
import { saveRecording } from '../leads/recordings.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { makeJobsDue, runUpcomingJobs } from '../testing/jobs.ts';
import { startRoomServer, type RoomServer } from '../testing/livekit-server.ts';
import { newRecording } from '../testing/recordings.ts';
import { testKeys, setUpEnvironment } from '../testing/server.ts';
import { log } from '../platform/log.ts';
import { assignCallToWorker } from './claim.ts';
import { recordEvents } from './events.ts';
import { hangUp } from './hang-up.ts';
import { openCall } from './open.ts';

setUpEnvironment();

let liveKit: RoomServer;
beforeAll(async () => {
  liveKit = await startRoomServer();
  Object.assign(process.env, testKeys, { LIVEKIT_URL: liveKit.url });
});
afterEach(() => {
  liveKit.isFailing = false;
});
afterAll(() => liveKit.close());

/** Makes the lead old enough that the agent's end event is no longer awaited. */
const expireEndReport = (room: string) =>
  db().$executeRaw`UPDATE "Lead" SET "updatedAt" = now() - interval '3 minutes' WHERE room = ${room}`;

const waitingSettleJobs = () =>
  db().$queryRaw<unknown[]>`SELECT id FROM pgboss.job WHERE name = 'settle-call' AND state < 'active'`;
const leadOf = (room: string) => db().lead.findUnique({ where: { room } });

/** Reports the agent's start and greeting. Returns the start. */
async function startConversation({ room }: { room: string }): Promise<number> {
  const startMs = Date.now() - 30_000;
  await recordEvents(room, [
    { type: 'started', atMs: startMs },
    turn(0, startMs, { speaker: 'agent', text: 'Salom!' }),
  ]);
  return startMs;
}

test('a call whose recording never comes becomes a lead without one', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const atMs = (await startConversation(visitor)) + 30_000;
  await recordEvents(visitor.room, [{ type: 'ended', atMs, reason: 'visitor_left' }]);
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toMatchObject({
    phone: visitor.phone,
    audioKey: null,
    status: 'completed',
    durationS: 30,
    transcription: 'Agent: Salom!',
  });
});

test('a recording that comes later is attached to that lead', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await startConversation(visitor);
  await recordEvents(visitor.room, [{ type: 'ended', atMs: Date.now(), reason: 'visitor_left' }]);
  await runUpcomingJobs();
  const lead = await leadOf(visitor.room);

  const recording = newRecording({ room: visitor.room, durationS: 3 });
  const { leadReceipt, created } = await saveRecording(recording, visitor.browserHash);
  expect([leadReceipt._id, created]).toEqual([lead?.id, false]);
  await runUpcomingJobs();
  const attached = await leadOf(visitor.room);
  expect(attached).toMatchObject({ status: 'completed', durationS: 3, audioBytes: 100 });
});

test('a call without a reported end stays open while its room is alive, and is settled once the room is gone', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await startConversation(visitor);
  liveKit.rooms.add(visitor.room);
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toBeNull();
  expect(await waitingSettleJobs()).toHaveLength(1);

  liveKit.rooms.delete(visitor.room);
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toMatchObject({ status: 'completed' });
  const call = await db().call.findUniqueOrThrow({ where: { room: visitor.room } });
  expect(call.endReason).toBe('agent_failed');
});

test('an agent that reports the end after its room was found gone has the last word', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const startMs = await startConversation(visitor);
  await runUpcomingJobs();
  const readCall = () => db().call.findUniqueOrThrow({ where: { room: visitor.room } });
  expect((await readCall()).endReason).toBe('agent_failed');

  const atMs = startMs + 30_000;
  const end = { type: 'ended', atMs, reason: 'agent_closed', spent: { promptTokens: 10 } } as const;
  await recordEvents(visitor.room, [turn(1, atMs - 5_000, { speaker: 'agent', text: 'Xayr!' }), end]);
  await recordEvents(visitor.room, [end]);
  expect(await readCall()).toMatchObject({
    endReason: 'agent_closed',
    endedAt: new Date(atMs),
    promptTokens: 10,
  });
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toMatchObject({
    status: 'completed',
    durationS: 30,
    transcription: 'Agent: Salom!\nAgent: Xayr!',
  });
});

test('a lead that an answer has made during the call is as long as the call', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const startMs = await startConversation(visitor);
  await recordEvents(visitor.room, [
    { type: 'answer', index: 0, topic: 'name', field: 'ism', value: 'Aziz' },
  ]);
  await recordEvents(visitor.room, [{ type: 'ended', atMs: startMs + 30_000, reason: 'agent_closed' }]);
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toMatchObject({ status: 'completed', audioKey: null, durationS: 30 });
});

test('while LiveKit’s API fails, only a young call is treated as alive', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await startConversation(visitor);
  liveKit.isFailing = true;
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toBeNull();
  await db().call.update({
    where: { room: visitor.room },
    data: { createdAt: new Date(Date.now() - 3 * 3_600_000) },
  });
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).not.toBeNull();
});

test('a visitor who left before the agent began is no lead', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await assignCallToWorker({ room: visitor.room, jobId: 'AJ_1', workerId: 'AW_1' });
  await recordEvents(visitor.room, [{ type: 'ended', reason: 'visitor_left', atMs: Date.now() }]);
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toBeNull();
  expect(await waitingSettleJobs()).toHaveLength(0);
});

test('a call whose agent died before it met the visitor is a missed call', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await assignCallToWorker({ room: visitor.room, jobId: 'AJ_1', workerId: 'AW_1' });
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toMatchObject({ phone: visitor.phone, missed: true });
  expect(await waitingSettleJobs()).toHaveLength(0);
});

test('a call that no agent joined is logged and ended as failed, and its number is stored for a call back', async () => {
  const warned = vi.spyOn(log, 'warn');
  onTestFinished(() => warned.mockRestore());
  const visitor = newVisitor();
  await openCall(visitor);
  await runUpcomingJobs();
  expect(warned).toHaveBeenCalledWith('call_not_answered', { room: visitor.room });
  expect(await leadOf(visitor.room)).toMatchObject({
    phone: visitor.phone,
    missed: true,
    status: 'completed',
  });
  const call = await db().call.findUniqueOrThrow({ where: { room: visitor.room } });
  expect(call).toMatchObject({ endReason: 'agent_failed', startedAt: null });
  expect(await waitingSettleJobs()).toHaveLength(0);

  const again = { ...visitor, room: newVisitor().room };
  await openCall(again);
  await runUpcomingJobs();
  expect(await db().lead.count({ where: { phone: visitor.phone } })).toBe(1);
});

test('a call that no agent joined is a missed call even if its recording arrives', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await saveRecording(newRecording({ room: visitor.room }), visitor.browserHash);
  await runUpcomingJobs();
  await expireEndReport(visitor.room);
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toMatchObject({ missed: true, audioKey: expect.any(String) });
});

test('a call that its visitor ended before an agent took it is a missed call even if its recording arrives', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await saveRecording(newRecording({ room: visitor.room }), visitor.browserHash);
  await hangUp(visitor.room, { browserHash: visitor.browserHash, holdsRoomToken: false });
  await runUpcomingJobs();
  expect(await leadOf(visitor.room)).toMatchObject({ missed: true, audioKey: expect.any(String) });
  expect(await waitingSettleJobs()).toHaveLength(0);
});

test('a call continues if an agent joins while its room is looked up', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  liveKit.onRequest = () => assignCallToWorker({ room: visitor.room, jobId: 'AJ_1', workerId: 'AW_1' });
  onTestFinished(() => {
    liveKit.onRequest = undefined;
  });
  await makeJobsDue();
  await drainJobs();
  const call = await db().call.findUniqueOrThrow({ where: { room: visitor.room } });
  expect(call).toMatchObject({ agentJobId: 'AJ_1', endedAt: null });
  expect(await waitingSettleJobs()).toHaveLength(1);
});

test('a call whose agent died is ended after its recording arrives, once the agent can no longer report', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await startConversation(visitor);
  await saveRecording(newRecording({ room: visitor.room }), visitor.browserHash);
  await runUpcomingJobs();
  const readCall = () => db().call.findUniqueOrThrow({ where: { room: visitor.room } });
  expect((await readCall()).endReason).toBeNull();
  await expireEndReport(visitor.room);
  await runUpcomingJobs();
  expect((await readCall()).endReason).toBe('agent_failed');
});

test('a recording and the end of its call may arrive at once: there is one lead', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  await startConversation(visitor);
  await Promise.all([
    recordEvents(visitor.room, [{ type: 'ended', atMs: Date.now(), reason: 'visitor_left' }]),
    saveRecording(newRecording({ room: visitor.room }), visitor.browserHash),
    runUpcomingJobs(),
  ]);
  await runUpcomingJobs();
  expect(await db().lead.findMany({ where: { room: visitor.room } })).toMatchObject([
    { status: 'completed', audioBytes: 100 },
  ]);
});
