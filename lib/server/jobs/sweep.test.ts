import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordEvents } from '../calls/events.ts';
import { openCall } from '../calls/open.ts';
import { db } from '../platform/db.ts';
import { log } from '../platform/log.ts';
import { drainJobs } from './drain.ts';
import { saveRecording } from '../leads/recordings.ts';
import { storage } from '../platform/storage/index.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { newRecording } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { deleteAbandonedUploads, sweep } from './sweep.ts';

setUpEnvironment({ RETENTION_DAYS: '30' });

const dayMs = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

function setAge(file: string, days: number): void {
  utimesSync(file, daysAgo(days), daysAgo(days));
}

// Must be the first test, because a process sweeps calls of a given age only once.
test('the sweep deletes old empty calls and trials; calls lose their address after an hour, without a lead later their words', async () => {
  const [old, young, trial, earlier] = [newVisitor(), newVisitor(), newVisitor(), newVisitor()];
  for (const visitor of [old, young, earlier]) await openCall(visitor);
  await openCall({ ...trial, trial: true });
  await recordEvents(trial.room, [{ type: 'started', atMs: Date.now() }]);
  const rooms = { in: [old.room, trial.room] };
  await db().call.updateMany({ where: { room: rooms }, data: { createdAt: daysAgo(8) } });
  await db().call.update({ where: { room: earlier.room }, data: { createdAt: daysAgo(1 / 12) } });
  const visitors = [20, 10, 40].map((days) => ({ days, visitor: { ...newVisitor(), phone: null } }));
  for (const { days, visitor } of visitors) {
    await openCall(visitor);
    const atMs = Date.now();
    await recordEvents(visitor.room, [
      { type: 'started', atMs },
      turn(0, atMs, { speaker: 'visitor', text: 'Ismim Aziz' }),
      // The agent of the oldest call died, so no end was reported.
      ...(days === 40 ? [] : [{ type: 'ended', atMs, reason: 'visitor_left' } as const]),
    ]);
    await db().call.update({ where: { room: visitor.room }, data: { createdAt: daysAgo(days) } });
  }
  await sweep();
  const calls = await db().call.findMany({
    orderBy: { createdAt: 'asc' },
    select: { room: true, addressHash: true, turns: { select: { text: true } } },
  });
  expect(calls).toEqual([
    { room: visitors[0]?.visitor.room, addressHash: null, turns: [{ text: null }] },
    { room: visitors[1]?.visitor.room, addressHash: null, turns: [{ text: 'Ismim Aziz' }] },
    { room: earlier.room, addressHash: null, turns: [] },
    { room: young.room, addressHash: young.addressHash, turns: [] },
  ]);
  await db().call.deleteMany();
});

test('the sweep deletes the plans of trials after a week', async () => {
  const [old, young] = [8, 6].map((days) => ({ revision: days, plan: {}, createdAt: daysAgo(days) }));
  await db().planTrial.createMany({ data: [old, young].filter((trial) => trial !== undefined) });
  await sweep();
  expect(await db().planTrial.findMany()).toEqual([young]);
});

test('a failed step of the sweep is logged, and the other steps run', async () => {
  await db().$executeRaw`ALTER TABLE "PlanTrial" RENAME TO "Gone"`;
  onTestFinished(async () => void (await db().$executeRaw`ALTER TABLE "Gone" RENAME TO "PlanTrial"`));
  const warned = vi.spyOn(log, 'warn');
  await db().rateLimit.create({ data: { key: 'old', expire: 1 } });
  await expect(sweep()).rejects.toThrow('1 steps of the sweep failed');
  expect(warned).toHaveBeenCalledWith('sweep_step_failed', { step: 'trialPlans' }, expect.any(Error));
  expect(await db().rateLimit.count({ where: { key: 'old' } })).toBe(0);
});

test('uploads that a killed process left are deleted after 15 minutes', async () => {
  const folder = storage().spoolFolder;
  mkdirSync(folder, { recursive: true });
  const [old, young] = [path.join(folder, 'old'), path.join(folder, 'young')];
  for (const file of [old, young]) writeFileSync(file, 'x');
  setAge(old, 1 / 48);
  await deleteAbandonedUploads();
  expect(() => setAge(old, 0)).toThrow('ENOENT');
  expect(() => setAge(young, 0)).not.toThrow();
});

test('the sweep queues a lead whose job is lost', async () => {
  const { id } = await db().lead.create({ data: { phone: '+998901234567', status: 'processing' } });
  await db().$executeRaw`UPDATE "Lead" SET "updatedAt" = now() - interval '3 hours' WHERE id = ${id}::uuid`;
  await sweep();
  await drainJobs();
  expect((await db().lead.findUniqueOrThrow({ where: { id } })).status).toBe('completed');
});

test('leads older than RETENTION_DAYS are deleted with their call and their recording', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const { leadReceipt } = await saveRecording(newRecording({ room: visitor.room }), visitor.browserHash);
  const { audioKey } = await db().lead.findUniqueOrThrow({ where: { id: leadReceipt._id } });
  const createdAt = daysAgo(31);
  await db().lead.update({ where: { id: leadReceipt._id }, data: { createdAt } });
  // More leads than one transaction deletes.
  const more = Array.from({ length: 500 }, () => ({ phone: visitor.phone, createdAt }));
  await db().lead.createMany({ data: more });
  await sweep();
  await drainJobs();
  expect(await db().lead.count({ where: { phone: visitor.phone } })).toBe(0);
  expect(await db().call.count({ where: { room: visitor.room } })).toBe(0);
  expect(await storage().get(audioKey ?? '')).toBeNull();
});
