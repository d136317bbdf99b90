import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deleteLeads } from '../leads/delete-leads.ts';
import { readLeadDetail } from '../leads/repository.ts';
import { db } from '../platform/db.ts';
import { newVisitor } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { recordWorkerLoad, places, workerGoneMs } from './capacity.ts';
import { assignCallToWorker } from './claim.ts';
import { recordEvents } from './events.ts';
import { type PlaceRequest, limitCalls, openCall } from './open.ts';

setUpEnvironment({ LIMIT_CALLS_AT_ONCE: '3', LIMIT_CALLS_PER_HOUR: '4' });

const busy = { code: 'lines_busy', status: 503, retryAfterS: 30 };

beforeEach(async () => {
  await db().lead.deleteMany();
  await db().call.deleteMany();
  await db().agentWorker.deleteMany();
});

async function addWorker(id: string, maxJobs: number, taken = 0, seenAt = new Date()): Promise<void> {
  await db().agentWorker.create({ data: { id, maxJobs, taken, seenAt } });
}

async function openClaimedCall(visitor = newVisitor(), workerId = 'AW_1') {
  await openCall(visitor);
  await assignCallToWorker({ room: visitor.room, jobId: `job of ${visitor.room}`, workerId });
  return visitor;
}

test('twenty visitors at once fill the places; the numbers of the others are stored as missed calls', async () => {
  await addWorker('AW_1', 3);
  await addWorker('AW_2', 2);
  const visitors = Array.from({ length: 20 }, newVisitor);
  const answers = await Promise.allSettled(visitors.map((visitor) => openCall(visitor)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(busy);
  const missed = await db().lead.findMany({ where: { missed: true } });
  expect(missed.map(({ phone }) => phone).sort()).toEqual(
    visitors
      .filter((_, index) => answers[index]?.status === 'rejected')
      .map(({ phone }) => phone)
      .sort(),
  );
  expect(missed[0]).toMatchObject({ mark: 'to_call', status: 'completed', callId: null, room: null });
  // Consent is stored also without a call, and after the lead is deleted.
  const { id, termsVersion } = missed[0] ?? { id: '' };
  expect((await readLeadDetail(id)).consent).toMatchObject({ termsVersion, language: 'uz' });
  await deleteLeads([id]);
  expect(await db().consentLog.findMany()).toMatchObject([{ termsVersion, language: 'uz' }]);
});

test('a place is free again when its call ends, and when its worker is gone', async () => {
  await addWorker('AW_1', 1);
  const { room } = await openClaimedCall();
  await expect(openCall(newVisitor())).rejects.toMatchObject(busy);
  await recordEvents(room, [{ type: 'ended', atMs: Date.now(), reason: 'visitor_left' }]);
  await openClaimedCall();
  await expect(openCall(newVisitor())).rejects.toMatchObject(busy);

  await db().agentWorker.update({
    where: { id: 'AW_1' },
    data: { seenAt: new Date(Date.now() - workerGoneMs) },
  });
  await expect(openCall(newVisitor())).rejects.toMatchObject(busy);
  await addWorker('AW_2', 1);
  await expect(openCall(newVisitor())).resolves.toMatchObject({ claimed: false });
});

test.each([-60_000, 60_000])(
  'the places are right if the web app’s clock differs by %d ms',
  async (differenceMs) => {
    vi.useFakeTimers({ now: Date.now() + differenceMs, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await recordWorkerLoad({ workerId: 'AW_1', maxJobs: 2, taken: 0 });
    await openCall(newVisitor());
    expect(await places()).toEqual({ known: true, total: 2, free: 1 });
    await openClaimedCall();
    await expect(openCall(newVisitor())).rejects.toMatchObject(busy);
  },
);

test('a worker that returns under another id counts once, and so do its calls', async () => {
  await recordWorkerLoad({ workerId: 'AW_1', maxJobs: 4, taken: 0 });
  const { addressHash } = newVisitor();
  for (let calls = 0; calls < 3; calls++) await openClaimedCall({ ...newVisitor(), addressHash });
  await recordWorkerLoad({ workerId: 'AW_2', before: 'AW_1', maxJobs: 4, taken: 3 });
  expect(await places()).toEqual({ known: true, total: 4, free: 1 });
  await expect(openCall({ ...newVisitor(), addressHash })).rejects.toMatchObject(busy);
  await expect(openCall(newVisitor())).resolves.toMatchObject({ claimed: false });
});

test('a place that no agent claimed is released, and one taken by another deploy counts', async () => {
  await addWorker('AW_1', 2, 1);
  expect(await places()).toEqual({ known: true, total: 2, free: 1 });
  const { room } = newVisitor();
  await openCall({ ...newVisitor(), room });
  expect((await places()).free).toBe(0);
  await db().call.update({ where: { room }, data: { createdAt: new Date(Date.now() - 60_000) } });
  expect((await places()).free).toBe(1);
});

test('before any agent has reported, no visitor is refused', async () => {
  await expect(openCall(newVisitor())).resolves.toMatchObject({ claimed: false });
});

test('refused requests of one number make one lead, and one without a number makes none', async () => {
  await addWorker('AW_1', 0);
  const visitor = newVisitor();
  for (let tries = 0; tries < 3; tries++)
    await expect(openCall({ ...visitor, room: newVisitor().room })).rejects.toMatchObject(busy);
  await expect(openCall({ ...newVisitor(), phone: null })).rejects.toMatchObject(busy);
  expect(await db().lead.count()).toBe(1);
});

test('one browser gets two calls at most, one address three, and an address with a call never the last place', async () => {
  await addWorker('AW_1', 16);
  const limited = { code: 'rate_limited', status: 429 };
  const first = await openClaimedCall();
  await openClaimedCall({ ...newVisitor(), browserHash: first.browserHash });
  await expect(openCall({ ...newVisitor(), browserHash: first.browserHash })).rejects.toMatchObject(limited);

  const address = { addressHash: newVisitor().addressHash };
  for (let calls = 0; calls < 3; calls++) await openClaimedCall({ ...newVisitor(), ...address });
  await expect(openCall({ ...newVisitor(), ...address })).rejects.toMatchObject(busy);
  await expect(openCall({ ...newVisitor(), ...address, phone: null })).rejects.toMatchObject(limited);
  expect(await db().lead.count({ where: { missed: true } })).toBe(1);

  await db().agentWorker.update({ where: { id: 'AW_1' }, data: { maxJobs: 7 } });
  const other = { addressHash: newVisitor().addressHash };
  await openClaimedCall({ ...newVisitor(), ...other });
  await expect(openCall({ ...newVisitor(), ...other })).rejects.toMatchObject(busy);
  await expect(openCall(newVisitor())).resolves.toMatchObject({ claimed: false });
});

test('an address with unused tokens gets fewer calls at once, but always one', async () => {
  await addWorker('AW_1', 16);
  const { addressHash } = newVisitor();
  const ended = { endedAt: new Date(), endReason: 'visitor_left' as const };
  const addPastCalls = async (calls: number, startedAt?: Date) => {
    for (let call = 0; call < calls; call++)
      await db().call.create({ data: { ...newVisitor(), addressHash, startedAt, ...ended } });
  };
  await addPastCalls(1);
  for (let calls = 0; calls < 2; calls++) await openClaimedCall({ ...newVisitor(), addressHash });
  await expect(openCall({ ...newVisitor(), addressHash })).rejects.toMatchObject(busy);
  await db().call.deleteMany({ where: { endedAt: null } });
  await addPastCalls(5);
  await openClaimedCall({ ...newVisitor(), addressHash });
  await expect(openCall({ ...newVisitor(), addressHash })).rejects.toMatchObject(busy);

  // With as many answered calls as unused tokens, many visitors seem to share the address.
  await addPastCalls(6, new Date());
  await openClaimedCall({ ...newVisitor(), addressHash });
});

test('a returning visitor passes the limit of the address; a refused visitor who has had a call, or is in one, is no missed call', async () => {
  const { addressHash } = newVisitor();
  const requestPlace = (visitor: PlaceRequest) => limitCalls({ ...visitor, addressHash }, addressHash);
  for (let calls = 0; calls < 4; calls++) await requestPlace(newVisitor());
  const talking = newVisitor();
  await db().call.create({ data: { ...talking, startedAt: new Date() } });
  await expect(requestPlace(talking)).resolves.toBeUndefined();
  await expect(requestPlace({ ...newVisitor(), phone: talking.phone })).rejects.toMatchObject(busy);
  const finished = newVisitor();
  const at = new Date();
  const turns = { create: { index: 0, speaker: 'visitor' as const, startedAt: at, endedAt: at } };
  await db().call.create({ data: { ...finished, endReason: 'agent_closed', endedAt: at, turns } });
  await expect(requestPlace({ ...finished, room: newVisitor().room })).rejects.toMatchObject({
    code: 'cooldown',
  });
  expect(await db().lead.count()).toBe(0);
});

test('an address over its limit may leave a few numbers an hour for a call back; a browser with three calls in that hour may not', async () => {
  const [caller, { addressHash }] = [newVisitor(), newVisitor()];
  const requestPlace = (visitor = newVisitor()) => limitCalls({ ...visitor, addressHash }, addressHash);
  for (let calls = 0; calls < 4; calls++) await requestPlace();
  for (let calls = 0; calls < 3; calls++)
    await db().call.create({ data: { ...caller, room: newVisitor().room, endedAt: new Date() } });
  await expect(requestPlace(caller)).rejects.toMatchObject({ code: 'rate_limited' });
  const others = Array.from({ length: 4 }, newVisitor);
  for (const visitor of others) await expect(requestPlace(visitor)).rejects.toMatchObject(busy);
  await expect(requestPlace()).rejects.toMatchObject({ code: 'rate_limited' });
  const missed = await db().lead.findMany({ where: { missed: true }, select: { phone: true } });
  expect(missed.map(({ phone }) => phone).sort()).toEqual(others.map(({ phone }) => phone).sort());
});
