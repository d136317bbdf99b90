import { readFileSync } from 'node:fs';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { db } from '../platform/db.ts';
import { readLeadDetail } from '../leads/repository.ts';
import { deleteLeads, deleteCall } from '../leads/delete-leads.ts';
import { saveRecording } from '../leads/recordings.ts';
import { boss } from '../platform/queue.ts';
import { storage } from '../platform/storage/index.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { runUpcomingJobs } from '../testing/jobs.ts';
import { newRecording, storedKeys } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { receiveAgentCopy } from './agent-copy.ts';
import { recordEvents } from './events.ts';
import { openCall } from './open.ts';

setUpEnvironment();

const sound = readFileSync('lib/server/audio/fixtures/voice-opus.ogg');
const copyOf = (room: string, durationS = 30) => ({ room, durationS, bytes: sound.length });
const audio = sound.toString('base64');
const leadOf = (room: string) => db().lead.findUnique({ where: { room } });

beforeAll(async () => {
  await boss();
});

/** An ended call whose browser's recording is overdue. */
async function endedCall({ endedAgoS = 16 } = {}) {
  const visitor = newVisitor();
  await openCall(visitor);
  const endMs = Date.now() - endedAgoS * 1000;
  await recordEvents(visitor.room, [
    { type: 'started', atMs: endMs - 30_000 },
    turn(0, endMs - 30_000, { speaker: 'agent', text: 'Salom!' }),
    { type: 'ended', atMs: endMs, reason: 'visitor_left' },
  ]);
  return visitor;
}

test('the copy becomes the recording of a call whose browser is gone, and the lead says who recorded it', async () => {
  const { room, phone } = await endedCall();
  expect(await receiveAgentCopy(copyOf(room))).toBe('send');
  expect(await leadOf(room)).toBeNull();
  expect(await receiveAgentCopy({ ...copyOf(room), audio })).toBe('delete');
  await runUpcomingJobs();
  const lead = await leadOf(room);
  expect(lead).toMatchObject({ phone, durationS: 30, recordedBy: 'agent', audioType: 'audio/ogg' });
  expect(await readLeadDetail(lead?.id ?? '')).toMatchObject({
    hasAudio: true,
    recordedBy: 'agent',
    processingStatus: 'completed',
  });
  // Sent again because the answer was lost.
  expect(await receiveAgentCopy({ ...copyOf(room), audio })).toBe('delete');
  expect(await db().lead.count({ where: { room } })).toBe(1);
});

test('the copy is attached to a lead that was made without a recording', async () => {
  const { room } = await endedCall({ endedAgoS: 60 });
  await runUpcomingJobs();
  expect(await leadOf(room)).toMatchObject({ audioKey: null });
  await receiveAgentCopy({ ...copyOf(room), audio });
  expect(await leadOf(room)).toMatchObject({ recordedBy: 'agent', durationS: 30 });
});

test('the copy waits while the call goes on and while the browser’s recording may come', async () => {
  const { room } = newVisitor();
  await openCall({ ...newVisitor(), room });
  await recordEvents(room, [{ type: 'started', atMs: Date.now() - 9_000 }]);
  expect(await receiveAgentCopy({ ...copyOf(room), audio })).toBe('wait');
  await recordEvents(room, [{ type: 'ended', atMs: Date.now(), reason: 'agent_closed' }]);
  expect(await receiveAgentCopy({ ...copyOf(room), audio })).toBe('wait');
  expect(await leadOf(room)).toBeNull();
});

test('the copy is not needed once the browser’s recording of the same call is there', async () => {
  const { room, browserHash } = await endedCall();
  await saveRecording(newRecording({ room, durationS: 28 }), browserHash);
  expect(await receiveAgentCopy({ ...copyOf(room), audio })).toBe('delete');
  expect(await leadOf(room)).toMatchObject({ recordedBy: 'visitor', durationS: 28 });
});

test('the copy replaces a browser’s recording that has only a part of the call', async () => {
  const { room, browserHash } = await endedCall();
  await saveRecording(newRecording({ room, durationS: 12 }), browserHash);
  expect(await receiveAgentCopy(copyOf(room))).toBe('send');
  await receiveAgentCopy({ ...copyOf(room), audio });
  expect(await leadOf(room)).toMatchObject({ recordedBy: 'agent', durationS: 30 });
});

test('a later complete recording from the browser replaces the copy; a partial one does not', async () => {
  const { room, browserHash } = await endedCall();
  await receiveAgentCopy({ ...copyOf(room), audio });
  const copyKey = (await leadOf(room))?.audioKey;
  await saveRecording(newRecording({ room, durationS: 12 }), browserHash);
  expect(await leadOf(room)).toMatchObject({ recordedBy: 'agent', audioKey: copyKey });
  await saveRecording(newRecording({ room, durationS: 28 }), browserHash);
  expect(await leadOf(room)).toMatchObject({ recordedBy: 'visitor', durationS: 28 });
  await runUpcomingJobs();
  expect(storedKeys()).not.toContain(copyKey);
  expect(await receiveAgentCopy(copyOf(room))).toBe('delete');
});

test('deleting the lead deletes the copy, and nothing brings it back', async () => {
  const { room } = await endedCall();
  await receiveAgentCopy({ ...copyOf(room), audio });
  const lead = await leadOf(room);
  await deleteLeads([lead?.id ?? '']);
  await runUpcomingJobs();
  expect(storedKeys()).not.toContain(lead?.audioKey);
  await expect(receiveAgentCopy({ ...copyOf(room), audio })).rejects.toMatchObject({ status: 404 });
});

test('a copy is refused if the visitor deleted the call before the copy was sent', async () => {
  const { room, browserHash } = await endedCall();
  expect(await receiveAgentCopy(copyOf(room))).toBe('send');
  await deleteCall(room, { browserHash, holdsRoomToken: false });
  await expect(receiveAgentCopy({ ...copyOf(room), audio })).rejects.toMatchObject({ status: 404 });
  expect(await leadOf(room)).toBeNull();
});

test('a call without a number, one that did not begin and a trial of the office make no lead', async () => {
  const started = { type: 'started' as const, atMs: Date.now() - 60_000 };
  const ended = { type: 'ended' as const, atMs: Date.now() - 30_000, reason: 'visitor_left' as const };
  for (const [call, events] of [
    [{ phone: null }, [started, ended]],
    [{}, [ended]],
    [{ phone: null, trial: true }, [started, ended]],
  ] as const) {
    const { room } = newVisitor();
    await openCall({ ...newVisitor(), room, ...call });
    await recordEvents(room, [...events]);
    expect(await receiveAgentCopy({ ...copyOf(room), audio })).toBe('delete');
    expect(await leadOf(room)).toBeNull();
  }
});

test('if the copy cannot be stored, the request fails and the next offer asks for it again', async () => {
  const { room } = await endedCall();
  const put = vi.spyOn(storage(), 'put').mockRejectedValueOnce(new Error('away'));
  onTestFinished(() => put.mockRestore());
  await expect(receiveAgentCopy({ ...copyOf(room), audio })).rejects.toThrow('away');
  expect(await receiveAgentCopy(copyOf(room))).toBe('send');
});
