import type { Passage } from '../../contracts/leads.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AppError } from '../../contracts/errors.ts';
import { interviewPlan } from '../../contracts/interview.ts';
import { pcmRateHz } from '../audio/pcm.ts';
import { wavFile, wavHeaderBytes } from '../../wav.ts';
import { limit } from '../http/limits.ts';
import { db } from '../platform/db.ts';
import { storage } from '../platform/storage/index.ts';
import { newVisitor } from '../testing/calls.ts';
import { dataDirectory, setUpEnvironment } from '../testing/server.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { silentWav } from '../testing/recordings.ts';
import { type HeardLead, hearLead, transcribePassages } from './transcribe.ts';

/** If true, the recogniser refuses second 7. */
let isFailing = false;
let openRequests = 0;
let maxOpenRequests = 0;
/** A recogniser that returns the number of the second it hears, which the samples' value contains. */
const { url, stop } = await startLoopbackServer(async (request, response) => {
  maxOpenRequests = Math.max(maxOpenRequests, ++openRequests);
  const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
  const sound = body.subarray(body.indexOf('RIFF') + wavHeaderBytes);
  const second = Math.round(sound.readInt16LE(8000 * 2) / 100);
  openRequests--;
  response.writeHead(isFailing && second === 7 ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ text: `second ${second}` }));
});
afterAll(stop);
setUpEnvironment({
  STT_PROVIDER: 'openai',
  OPENAI_BASE_URL: `${url}/v1`,
  LIMIT_DEMO_SECONDS_PER_DAY: '7200',
});

const passage = (speaker: Passage['speaker'], fromS: number, toS: number, text: string | null): Passage => ({
  speaker,
  fromS,
  toS,
  text,
  topic: null,
  waitS: null,
});

/** Stores ten seconds of speech-like sound, whose samples average 100 times the number of their second. */
async function storeHeardLead(): Promise<HeardLead> {
  const visitor = Int16Array.from({ length: 10 * pcmRateHz }, (_, at) => {
    const swell = Math.sin((at / pcmRateHz) * 2 * Math.PI * 4) ** 2;
    return at % 16_000 === 11_200 ? 0 : 100 * Math.floor(at / pcmRateHz) + swell * 9000 * Math.sin(at / 14);
  });
  // The sample that the recogniser reads: 0.5 s into a piece, which begins 0.2 s before its passage.
  for (let second = 0; second < 10; second++) visitor[second * pcmRateHz + 4800] = 100 * second;
  const file = path.join(dataDirectory(), 'visitor.wav');
  mkdirSync(dataDirectory(), { recursive: true });
  const bytes = wavFile(visitor);
  writeFileSync(file, bytes);
  const audioKey = `leads/${crypto.randomUUID()}.wav`;
  await storage().put(audioKey, { path: file, size: bytes.length, type: 'audio/wav' });
  const dialogue = [
    passage('agent', 0, 1, null),
    passage('visitor', 1, 2, null),
    passage('visitor', 3, 4, 'reported'),
    ...[5, 6, 7, 8, 9].map((fromS) => passage('visitor', fromS, fromS + 1, null)),
  ];
  const known = {
    hasSummary: false,
    language: 'uz' as const,
    plan: interviewPlan.parse({}),
  };
  const notes = { answers: [], callBack: null, handOver: null };
  return { ...known, notes, dialogue, audioKey, peaks: null, stored: 'this', call: null };
}

test('each passage of the visitor without words is recognised from its own piece of the recording, in place', async () => {
  const { dialogue, missing } = await transcribePassages(await storeHeardLead());
  expect(missing).toEqual([]);
  expect(dialogue.map(({ text }) => text)).toEqual([
    null,
    'second 1',
    'reported',
    'second 5',
    'second 6',
    'second 7',
    'second 8',
    'second 9',
  ]);
  expect(maxOpenRequests).toBeLessThanOrEqual(3);
});

test('words recognised before a vendor fails are returned, and the next try recognises the rest', async () => {
  isFailing = true;
  const lead = await storeHeardLead();
  const first = await transcribePassages(lead);
  expect(first.fault).toMatchObject({ code: 'speech_refused' });
  const known = first.dialogue.filter(({ speaker, text }) => speaker === 'visitor' && text !== null);
  expect(known.length).toBeGreaterThanOrEqual(3);
  isFailing = false;
  const second = await transcribePassages({ ...lead, dialogue: first.dialogue });
  expect(second.dialogue.slice(1).every(({ text }) => text !== null)).toBe(true);
});

test('recognised words are stored before all passages are done, so that a killed process loses few', async () => {
  const recognized: number[] = [];
  const store = async (words: Passage[]) =>
    void recognized.push(words.filter(({ speaker, text }) => speaker === 'visitor' && text !== null).length);
  await transcribePassages(await storeHeardLead(), store, 0);
  // The agent reported one; six are recognised.
  expect(recognized.toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
});

// Takes seconds, and longer while other tests run.
test('an accepted recording of 21 minutes is processed', async () => {
  const file = path.join(dataDirectory(), 'long.wav');
  const bytes = silentWav(21 * 60 * pcmRateHz * 2);
  writeFileSync(file, bytes);
  const audioKey = `leads/${crypto.randomUUID()}.wav`;
  await storage().put(audioKey, { path: file, size: bytes.length, type: 'audio/wav' });
  const { id } = await db().lead.create({ data: { phone: '+998901234567', audioKey } });
  expect(await hearLead(id, 1)).toMatchObject({ dialogue: [], stored: 'nothing' });
});

test('recordings without a call, and beyond its length or its seconds of a day, draw on the demos’ seconds', async () => {
  await db().rateLimit.deleteMany();
  const lead = await storeHeardLead();
  const recognize = async (lengthS?: number, spentS = 0) => {
    const call = lengthS === undefined ? null : { id: crypto.randomUUID(), lengthS };
    if (call !== null && spentS > 0) await limit('call_seconds', call.id, spentS);
    const { dialogue, fault } = await transcribePassages({ ...lead, call });
    const recognized = dialogue.filter(({ speaker, text }) => speaker === 'visitor' && text !== null);
    return {
      count: recognized.length - 1,
      isRefused: (fault as AppError | undefined)?.code === 'rate_limited',
    };
  };
  await limit('demo_seconds', 'all', 7_190);
  expect(await recognize(60)).toEqual({ count: 6, isRefused: false });
  expect(await recognize()).toEqual({ count: 5, isRefused: true });
  // Of the six passages two lie in the first six seconds.
  expect(await recognize(6)).toEqual({ count: 2, isRefused: true });
  expect(await recognize(60, 1_196)).toEqual({ count: 2, isRefused: true });
});

test('a recognition that fails costs a call none of its seconds', async () => {
  await db().rateLimit.deleteMany();
  await limit('demo_seconds', 'all', 7_200);
  const call = { id: crypto.randomUUID(), lengthS: 60 };
  // Six passages of two begun seconds are left.
  await limit('call_seconds', call.id, 1_188);
  isFailing = true;
  const lead = { ...(await storeHeardLead()), call };
  const first = await transcribePassages(lead);
  expect(first.fault).toMatchObject({ code: 'speech_refused' });
  isFailing = false;
  const second = await transcribePassages({ ...lead, dialogue: first.dialogue });
  expect(second.fault).toBeUndefined();
});

test('a call that met its agent pays for its own length, and any other call for nothing', async () => {
  const startedAt = new Date('2026-11-20T10:00:00Z');
  const endedAt = new Date('2026-11-20T10:01:00Z');
  for (const [times, lengthS] of [
    [{ startedAt, endedAt }, 75],
    [{ endedAt }, undefined],
  ] as const) {
    const call = await db().call.create({ data: { ...newVisitor(), ...times } });
    const { id } = await db().lead.create({ data: { phone: '+998901234567', callId: call.id } });
    expect((await hearLead(id, 1)).call?.lengthS).toBe(lengthS);
  }
});
