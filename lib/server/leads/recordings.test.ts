import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { openCall } from '../calls/open.ts';
import { recordEvents } from '../calls/events.ts';
import { db } from '../platform/db.ts';
import { drainJobs } from '../jobs/drain.ts';
import { storage } from '../platform/storage/index.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { newRecording, storedKeys } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { deleteLeads } from './delete-leads.ts';
import { admitRecording, limitUpload, saveRecording } from './recordings.ts';

setUpEnvironment({ LIMIT_UPLOADS_PER_HOUR: '60' });

afterEach(() => {
  vi.restoreAllMocks();
});

const leadOf = (room: string) => db().lead.findUniqueOrThrow({ where: { room } });

test('a recording becomes the lead of its call, with the call’s phone and language', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const { leadReceipt, created } = await saveRecording(
    newRecording({ room: visitor.room }),
    visitor.browserHash,
  );
  expect({ leadReceipt, created }).toMatchObject({
    leadReceipt: { roomName: visitor.room, processingStatus: 'pending' },
    created: true,
  });
  const { phone, language, browserHash } = visitor;
  const lead = await leadOf(visitor.room);
  expect(lead).toMatchObject({ phone, language, browserHash, durationS: 10, audioBytes: 100 });
  expect(lead.callId).not.toBeNull();
});

test('the receipt has the number that the agent corrected', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const corrected = { type: 'phone_corrected' as const, index: 0, phone: '+998937776655' };
  await recordEvents(visitor.room, [corrected]);
  const { leadReceipt } = await saveRecording(newRecording({ room: visitor.room }), visitor.browserHash);
  expect(leadReceipt.phoneNumber).toBe(corrected.phone);
});

test('the receipt has the time of the call back that was agreed in the call', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const at = '2100-01-04T05:00:00.000Z';
  const agreed = { type: 'call_back_at' as const, index: 0, when: 'dushanba oʻnda', atMs: Date.parse(at) };
  await recordEvents(visitor.room, [agreed]);
  const { leadReceipt } = await saveRecording(newRecording({ room: visitor.room }), visitor.browserHash);
  expect(leadReceipt.callBack).toEqual({ when: agreed.when, at });
});

test('a longer recording replaces a shorter one, never the other way, and the same one changes nothing', async () => {
  const { room, browserHash } = newVisitor();
  const send = (durationS: number, bytes: number) =>
    saveRecording(newRecording({ room, durationS, bytes }), browserHash);
  const first = await send(10, 100);
  const sizes: number[] = [];
  for (const [durationS, bytes] of [
    [5, 900],
    [10, 100],
    [12, 120],
    [12, 110],
    [12, 130],
  ] as const) {
    const { leadReceipt, created } = await send(durationS, bytes);
    expect([leadReceipt._id, created]).toEqual([first.leadReceipt._id, false]);
    sizes.push((await leadOf(room)).audioBytes);
  }
  expect(sizes).toEqual([100, 100, 120, 120, 130]);
});

test('twenty uploads of one room at once make one lead with the longest recording, and leave one file', async () => {
  const { room, browserHash } = newVisitor();
  const earlierKeys = storedKeys();
  const durations = Array.from({ length: 20 }, (_, i) => ((i * 7) % 20) + 1);
  const answers = await Promise.all(
    durations.map((durationS) =>
      saveRecording(newRecording({ room, durationS, bytes: 100 + 2 * durationS }), browserHash),
    ),
  );
  expect(new Set(answers.map(({ leadReceipt }) => leadReceipt._id)).size).toBe(1);
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  const lead = await leadOf(room);
  expect(lead).toMatchObject({ durationS: 20, audioBytes: 140 });
  await drainJobs();
  expect(storedKeys().filter((key) => !earlierKeys.includes(key))).toEqual([lead.audioKey]);
  expect((await leadOf(room)).status).toBe('completed');
});

test('only the browser of a room may send its recording', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const forbidden = { code: 'forbidden', status: 403 };
  await expect(saveRecording(newRecording({ room: visitor.room }), 'another')).rejects.toMatchObject(
    forbidden,
  );
  const { room } = newVisitor();
  await saveRecording(newRecording({ room }), 'first');
  await expect(saveRecording(newRecording({ room, durationS: 99 }), 'second')).rejects.toMatchObject(
    forbidden,
  );
  expect(await leadOf(room)).toMatchObject({ durationS: 10 });
});

test('a browser with the token of a room may send its recording without the cookie', async () => {
  const visitor = newVisitor();
  await openCall(visitor);
  const { leadReceipt } = await saveRecording(newRecording({ room: visitor.room }), 'a lost cookie', true);
  expect(leadReceipt.roomName).toBe(visitor.room);
});

test('a deleted lead never returns, and its consent stays without the person', async () => {
  const visitor = newVisitor();
  const { room, browserHash, termsVersion } = visitor;
  await openCall(visitor);
  const { leadReceipt } = await saveRecording(newRecording({ room }), browserHash);
  await deleteLeads([leadReceipt._id]);
  await expect(saveRecording(newRecording({ room, durationS: 99 }), browserHash)).rejects.toMatchObject({
    code: 'lead_deleted',
    status: 410,
  });
  expect(await db().lead.count({ where: { room } })).toBe(0);
  const [consent] = await db().consentLog.findMany({ orderBy: { deletedAt: 'desc' }, take: 1 });
  expect(consent).toMatchObject({ termsVersion, language: 'uz' });
});

test('without a call, ten bytes that begin like a recording are refused', async () => {
  const recording = newRecording();
  writeFileSync(recording.file.path, 'OggS\0\0\0\0\0\0');
  await expect(admitRecording(new Headers(), recording)).rejects.toMatchObject({ code: 'invalid_audio' });
  await admitRecording(new Headers(), newRecording());
  const visitor = newVisitor();
  await openCall(visitor);
  await admitRecording(new Headers(), { ...recording, room: visitor.room });
});

test('a decoder that does not answer is reported as busy', async () => {
  const recording = newRecording();
  copyFileSync('lib/server/audio/fixtures/endless.webm', recording.file.path);
  await expect(admitRecording(new Headers(), recording)).rejects.toMatchObject({
    code: 'decoder_busy',
    status: 503,
  });
});

test('an IP address may send ten recordings without a call', async () => {
  const headers = new Headers({ 'x-forwarded-for': '203.0.113.77' });
  const admitted = await Promise.allSettled(
    Array.from({ length: 15 }, () => admitRecording(headers, newRecording())),
  );
  expect(admitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('browsers of one IP address share its limit of uploads', async () => {
  const sent = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const secret = randomBytes(32).toString('base64url');
      const browserHash = createHash('sha256').update(secret).digest('hex');
      await db().call.create({ data: { room: newVisitor().room, browserHash, language: 'uz' } });
      const headers = new Headers({
        cookie: `ovoz_browser=${secret}`,
        'x-forwarded-for': '203.0.113.78',
      });
      return Promise.allSettled(Array.from({ length: 40 }, () => limitUpload(headers)));
    }),
  );
  expect(sent.flat().filter(({ status }) => status === 'fulfilled')).toHaveLength(120);
});

test('recordings without a room are leads of their own', async () => {
  const one = await saveRecording(newRecording(), 'browser');
  const two = await saveRecording(newRecording(), 'browser');
  expect(one.leadReceipt._id).not.toBe(two.leadReceipt._id);
});

test('an upload whose transaction fails makes no lead, and succeeds later', async () => {
  const { room, browserHash } = newVisitor();
  const earlierKeys = storedKeys();
  vi.spyOn(db(), '$transaction').mockRejectedValueOnce(new Error('Connection terminated unexpectedly'));
  await expect(saveRecording(newRecording({ room }), browserHash)).rejects.toThrow('terminated');
  expect(await db().lead.count({ where: { room } })).toBe(0);
  expect(storedKeys().length).toBe(earlierKeys.length + 1);

  const again = await saveRecording(newRecording({ room }), browserHash);
  expect(again.created).toBe(true);
});

test('an upload that the storage refuses makes no lead', async () => {
  const { room, browserHash } = newVisitor();
  vi.spyOn(storage(), 'put').mockRejectedValueOnce(new Error('disk full'));
  await expect(saveRecording(newRecording({ room }), browserHash)).rejects.toThrow('disk full');
  expect(await db().lead.count({ where: { room } })).toBe(0);
});

test('the agent’s last words, reported after the upload, are in the transcription', async () => {
  const visitor = newVisitor();
  const { room } = visitor;
  await openCall(visitor);
  const startMs = Date.now() - 10_000;
  await recordEvents(room, [turn(0, startMs, { speaker: 'agent', text: 'Salom!' })]);
  await saveRecording(newRecording({ room }), visitor.browserHash);
  await recordEvents(room, [
    turn(1, startMs, { speaker: 'visitor' }),
    turn(2, startMs, { speaker: 'agent', text: 'Xayr!' }),
    { type: 'ended', atMs: Date.now(), reason: 'visitor_left' },
  ]);
  await drainJobs();
  const { status, transcription } = await leadOf(room);
  expect([status, transcription]).toEqual(['completed', expect.stringContaining('Xayr!')]);
});

test('a lead that is deleted while its longer recording arrives leaves no file behind', async () => {
  const { room, browserHash } = newVisitor();
  const earlierKeys = storedKeys();
  const { leadReceipt } = await saveRecording(newRecording({ room }), browserHash);
  await Promise.allSettled([
    deleteLeads([leadReceipt._id]),
    ...[20, 30, 40].map((durationS) => saveRecording(newRecording({ room, durationS }), browserHash)),
  ]);
  await drainJobs();
  const lead = await db().lead.findUnique({ where: { room } });
  const addedKeys = storedKeys().filter((key) => !earlierKeys.includes(key));
  expect(addedKeys).toEqual(lead === null ? [] : [lead.audioKey]);
});
