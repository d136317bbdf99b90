import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CallEvent } from '../../contracts/call-events.ts';
import { receiveAgentCopy } from '../calls/agent-copy.ts';
import { recordEvents } from '../calls/events.ts';
import { openCall } from '../calls/open.ts';
import { db } from '../platform/db.ts';
import { boss } from '../platform/queue.ts';
import { newVisitor, turn } from '../testing/calls.ts';
import { runUpcomingJobs } from '../testing/jobs.ts';
import { newRecording, storedKeys } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { saveRecording } from './recordings.ts';
import { readLeadDetail } from './repository.ts';

setUpEnvironment();

const sound = readFileSync('lib/server/audio/fixtures/voice-opus.ogg');

/** Opens a call whose visitor refuses the recording; `reportEvents` reports its events. */
async function openRefusedCall(order: (events: CallEvent[]) => CallEvent[] = (events) => events) {
  await boss();
  const visitor = newVisitor();
  await openCall(visitor);
  const startMs = Date.now() - 60_000;
  const events: CallEvent[] = [
    { type: 'started', atMs: startMs },
    turn(0, startMs, { speaker: 'agent', text: 'Ismingiz nima?' }),
    turn(1, startMs, { speaker: 'visitor', text: 'Nodira, lekin yozib olmang' }),
    { type: 'answer', index: 0, topic: 'name', field: 'ism', value: 'Nodira' },
    { type: 'call_back_at', index: 1, when: 'ertaga' },
    { type: 'recording_refused', index: 2 },
    turn(2, startMs, { speaker: 'agent', text: 'Xayr, Nodira!' }),
    { type: 'ended', atMs: startMs + 9_000, reason: 'agent_closed' },
  ];
  const reportEvents = async () => {
    for (const event of order(events)) await recordEvents(visitor.room, [event]);
  };
  const copy = { room: visitor.room, durationS: 30, bytes: sound.length };
  return { ...visitor, reportEvents, copy };
}

async function runJobsAndReadLead(room: string) {
  await runUpcomingJobs();
  const { id } = await db().lead.findUniqueOrThrow({ where: { room } });
  return readLeadDetail(id);
}

async function expectNoWords(room: string): Promise<void> {
  const call = await db().call.findUniqueOrThrow({
    where: { room },
    include: { turns: true, notes: true, lead: true },
  });
  expect(JSON.stringify(call)).not.toMatch(/Nodira|Ismingiz/);
}

const orders: [string, (events: CallEvent[]) => CallEvent[]][] = [
  ['in order', (events) => events],
  ['backwards', (events) => events.toReversed()],
];

test.each(orders)(
  'a call whose recording is refused leaves its number, and neither sound nor words: events %s',
  async (_, order) => {
    const { room, phone, browserHash, reportEvents, copy } = await openRefusedCall(order);
    await reportEvents();
    const { leadReceipt } = await saveRecording(newRecording({ room, durationS: 28 }), browserHash);
    expect(leadReceipt).toMatchObject({ roomName: room, phoneNumber: phone, recordingRefused: true });
    expect(await receiveAgentCopy(copy)).toBe('delete');
    expect(await receiveAgentCopy({ ...copy, audio: sound.toString('base64') })).toBe('delete');
    const lead = await runJobsAndReadLead(room);
    expect(lead).toMatchObject({
      phoneNumber: phone,
      recordingRefused: true,
      processingStatus: 'completed',
      hasAudio: false,
      turns: [],
      mark: 'to_call',
      callBack: { when: 'ertaga' },
    });
    await expectNoWords(room);
    expect(storedKeys()).toEqual([]);
  },
);

test('events of a refused call that are sent again change nothing', async () => {
  await boss();
  const visitor = newVisitor();
  await openCall(visitor);
  const atMs = Date.now() - 60_000;
  const events: CallEvent[] = [
    { type: 'started', atMs },
    turn(0, atMs, { speaker: 'visitor', text: 'Yozib olmang' }),
    { type: 'call_back_at', index: 0, when: 'ertaga' },
    { type: 'recording_refused', index: 1 },
    { type: 'ended', atMs: atMs + 9_000, reason: 'agent_closed' },
  ];
  await recordEvents(visitor.room, events);
  const lead = await runJobsAndReadLead(visitor.room);
  expect(lead.summary).toContain('ertaga');
  await recordEvents(visitor.room, events);
  expect(await runJobsAndReadLead(visitor.room)).toEqual(lead);
});

test('a recording that came before the refusal is deleted', async () => {
  const { room, browserHash, reportEvents } = await openRefusedCall();
  const { leadReceipt } = await saveRecording(newRecording({ room, durationS: 28 }), browserHash);
  expect(leadReceipt.recordingRefused).toBeUndefined();
  expect(storedKeys()).toHaveLength(1);
  await reportEvents();
  expect(await runJobsAndReadLead(room)).toMatchObject({
    recordingRefused: true,
    hasAudio: false,
    audioSize: 0,
  });
  await expectNoWords(room);
  expect(storedKeys()).toEqual([]);
});

test('a refused recording makes no lead of a call without a number', async () => {
  const { browserHash, ...visitor } = newVisitor();
  await openCall({ ...visitor, browserHash, phone: null });
  const { room } = visitor;
  await recordEvents(room, [
    { type: 'started', atMs: Date.now() },
    { type: 'recording_refused', index: 0 },
  ]);
  await expect(saveRecording(newRecording({ room }), browserHash)).rejects.toMatchObject({
    code: 'lead_deleted',
  });
  expect(storedKeys()).toEqual([]);
});
