import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan } from '@/lib/contracts/interview';
import { recordingId, type SpokenSentence, voiceSound, voiceAnswer } from '@/lib/contracts/owner-voice';
import { wavFile } from '@/lib/wav';
import { joinSamples, pcmRateHz, voiceRateHz } from '@/lib/server/audio/pcm';
import { signBody } from '@/lib/server/http/signing';
import { drainJobs } from '@/lib/server/jobs/drain';
import { sweep } from '@/lib/server/jobs/sweep';
import { discardDraft, publishDraft, restoreVersion, saveDraft } from '@/lib/server/office/agent-plan';
import { readOwnerVoice, voiceRevision } from '@/lib/server/plan/owner-voice';
import { db } from '@/lib/server/platform/db';
import { storage } from '@/lib/server/platform/storage';
import { localSynthesizer } from '@/lib/server/speech/tts';
import { findSound } from '@/lib/server/testing/correlate';
import { storedKeys } from '@/lib/server/testing/recordings';
import { setUpEnvironment, testKeys } from '@/lib/server/testing/server';
import { POST as listForAgent } from '../../../agent/voice/route';
import { POST as soundForAgent } from '../../../agent/voice/[id]/route';
import { DELETE as remove, GET as listen } from './[id]/route';
import { POST as check } from './check/route';
import { GET as read, POST as save } from './route';

setUpEnvironment({ ...testKeys, ADMIN_WITHOUT_PASSWORD: 'local', ADMIN_PASSWORD: '', ADMIN_TOKEN: '' });

const url = 'http://localhost:3000/api/admin/agent/voice';
const local = {
  host: 'localhost:3000',
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'localhost:3000',
};
const admin = (init: RequestInit = {}) => new Request(url, { ...init, headers: local });
const withId = (id: string) => ({ params: Promise.resolve({ id }) });

const greeting = { language: 'en', text: 'Hello, I’m Ovoz, an AI. This call is recorded.' } as const;
let voice: Int16Array<ArrayBuffer>;
beforeAll(async () => {
  const spoken = localSynthesizer().synthesize(greeting.text, { language: 'en', sampleRateHz: pcmRateHz });
  const pause = new Int16Array(pcmRateHz / 2);
  voice = joinSamples([pause, ...(await Array.fromAsync(spoken)), pause]);
});
beforeEach(async () => {
  await db().sentenceRecording.deleteMany();
  await db().planVersion.deleteMany();
  await db().planDraft.deleteMany();
});

function formRequest(sound: Int16Array, fields: Partial<SpokenSentence> = {}): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('audio', new Blob([wavFile(sound)]), 'sentence.wav');
  return admin({ method: 'POST', body });
}

async function record(sentence: SpokenSentence = greeting, sound: Int16Array = voice): Promise<string> {
  const answer = await save(formRequest(sound, sentence), {});
  expect(answer.status).toBe(201);
  return recordingId.parse(await answer.json()).id;
}

const recordedSentences = async () => {
  const { sentences } = await readOwnerVoice();
  return sentences.filter(({ recording }) => recording !== null);
};

async function requestAsAgent(route: typeof listForAgent, body: object, id?: string): Promise<unknown> {
  const text = JSON.stringify(body);
  const headers = { authorization: await signBody(text), 'content-type': 'application/json' };
  const request = new Request('http://web.test/api/agent/voice', { method: 'POST', headers, body: text });
  const answer = await route(request, id === undefined ? {} : withId(id));
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('the owner’s voice', () => {
  it('lists every fixed sentence of the plan once, in each of its languages', async () => {
    const { sentences } = await (await read(admin(), {})).json();
    const texts = sentences.map(({ language, text }: SpokenSentence) => `${language} ${text}`);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toContain(`en ${greeting.text}`);
    expect(sentences.filter(({ language }: SpokenSentence) => language === 'uz').length).toBeGreaterThan(12);
    await saveDraft(0, { ...draftOf(interviewPlan.parse({})), name: 'Nilufar', languages: ['en'] });
    const drafted = (await readOwnerVoice()).sentences;
    expect(new Set(drafted.map(({ language }) => language))).toEqual(new Set(['en']));
    expect(drafted[0]?.text).toBe('Hello, I’m Nilufar, an AI. This call is recorded.');
  });

  it('is trimmed and checked for problems without being stored', async () => {
    const checked = await (await check(formRequest(voice), {})).json();
    expect(checked.problems).toEqual([]);
    expect(checked.durationS).toBeLessThan(voice.length / pcmRateHz - 0.5);
    const loud = voice.map((value) => Math.max(-32_768, Math.min(32_767, value * 8)));
    expect((await (await check(formRequest(loud), {})).json()).problems).toEqual(['clipped']);
    expect(await recordedSentences()).toEqual([]);
    expect(storedKeys()).toEqual([]);
  });

  it('sounds the same for the owner and the agent as in the check', async () => {
    const checked = await (await check(formRequest(voice), {})).json();
    const id = await record();
    expect(await recordedSentences()).toMatchObject([{ ...greeting, recording: { id, problems: [] } }]);
    const response = await listen(admin(), withId(id));
    expect(response.headers.get('content-type')).toBe('audio/wav');
    const wav = Buffer.from(await response.arrayBuffer());
    expect(wav.toString('base64')).toBe(checked.audio);
    const { recordings } = voiceAnswer.parse(await requestAsAgent(listForAgent, {}));
    expect(recordings).toMatchObject([{ id }]);
    const { samples } = voiceSound.parse(await requestAsAgent(soundForAgent, { id }, id));
    expect(Buffer.from(samples, 'base64')).toEqual(wav.subarray(44));
    const played = new Int16Array(Uint8Array.from(wav.subarray(44)).buffer);
    const speech = localSynthesizer().synthesize(greeting.text, {
      language: 'en',
      sampleRateHz: voiceRateHz,
    });
    expect(findSound(joinSamples(await Array.fromAsync(speech)), played).likeness).toBeGreaterThan(0.95);
  });

  it('has only the last recording of a sentence, and deletes the file of the earlier one', async () => {
    const first = await record();
    const before = await voiceRevision();
    const second = await record({ ...greeting, text: ` ${greeting.text} ` });
    expect(second).not.toBe(first);
    expect(await voiceRevision()).not.toBe(before);
    expect((await recordedSentences()).map(({ recording }) => recording?.id)).toEqual([second]);
    await drainJobs();
    const keys = storedKeys();
    expect(keys).toContain(`voice/${second}.wav`);
    expect(keys).not.toContain(`voice/${first}.wav`);
  });

  it('has no recording of a changed sentence, and has it again once the plan is restored', async () => {
    const plan = { ...draftOf(interviewPlan.parse({})), greeting: { en: 'Welcome!' } };
    const sentence = { language: 'en', text: 'Welcome!' } as const;
    const revision = await saveDraft(0, plan);
    const id = await record(sentence);
    await publishDraft(revision, { author: 'Aziz', note: '' });
    const changed = await saveDraft(revision + 1, { ...plan, greeting: { en: 'Welcome back!' } });
    expect(await recordedSentences()).toEqual([]);
    await publishDraft(changed, { author: 'Aziz', note: '' });
    await restoreVersion(1, 'Aziz');
    expect(await recordedSentences()).toMatchObject([{ ...sentence, recording: { id } }]);
    await discardDraft(changed + 1);
    expect(await recordedSentences()).toMatchObject([{ ...sentence, recording: { id } }]);
  });

  it('is deleted by the sweep if no version has the sentence and no draft is open', async () => {
    const plan = { ...draftOf(interviewPlan.parse({})), greeting: { en: 'Welcome!' } };
    const revision = await saveDraft(0, plan);
    const ids = [await record(), await record({ language: 'en', text: 'Welcome!' })];
    const unused = await record({ language: 'en', text: 'Never published.' });
    const storedIds = async () => (await db().sentenceRecording.findMany()).map(({ id }) => id).toSorted();
    await sweep();
    expect(await storedIds()).toEqual([...ids, unused].toSorted());
    await publishDraft(revision, { author: 'Aziz', note: '' });
    const other = await saveDraft(revision + 1, { ...plan, greeting: {} });
    await publishDraft(other, { author: 'Aziz', note: '' });
    await sweep();
    expect(await storedIds()).toEqual(ids.toSorted());
    await drainJobs();
    expect(await storage().get(`voice/${unused}.wav`)).toBeNull();
    expect(await storage().get(`voice/${ids[1]}.wav`)).not.toBeNull();
  });

  it('is deleted by the owner with its file', async () => {
    const id = await record();
    expect((await remove(admin({ method: 'DELETE' }), withId(id))).status).toBe(204);
    expect(await recordedSentences()).toEqual([]);
    expect(await voiceRevision()).toBeUndefined();
    await drainJobs();
    expect(await storage().get(`voice/${id}.wav`)).toBeNull();
    expect((await listen(admin(), withId(id))).status).toBe(404);
    expect((await remove(admin({ method: 'DELETE' }), withId(id))).status).toBe(404);
  });

  it.each([
    ['silence', () => formRequest(new Int16Array(pcmRateHz), greeting), 'invalid_audio'],
    ['more than a sentence', () => formRequest(new Int16Array(50 * pcmRateHz), greeting), 'too_large'],
    ['no sound', () => admin({ method: 'POST', body: new FormData() }), 'invalid_field'],
    ['no words', () => formRequest(voice, { language: 'en' }), 'invalid_field'],
  ])('refuses %s', async (_what, request, code) => {
    expect(await (await save(request(), {})).json()).toMatchObject({ code });
    expect(await recordedSentences()).toEqual([]);
  });
});
