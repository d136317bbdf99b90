import { hash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import {
  type CheckedSentence,
  type OwnerVoiceState,
  type FixedSentence,
  type SpokenSentence,
  longestSentenceS,
  soundProblems,
} from '../../contracts/owner-voice.ts';
import { wavHeader, wavHeaderBytes } from '../../wav.ts';
import { decodeMono } from '../audio/decode.ts';
import { levelSentence } from '../audio/level-sentence.ts';
import { voiceRateHz } from '../audio/pcm.ts';
import type { SentenceRecording } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';
import { sendJob, sendJobs } from '../platform/queue.ts';
import { deleteUnlessNamed, storage } from '../platform/storage/index.ts';
import { withSpooled } from '../platform/storage/spool.ts';
import { allPlans, draftedPlan, isDraftOpen } from './plan-versions.ts';
import { sentenceKey, spokenSentences } from './script.ts';

const type = 'audio/wav';

/** The sentences of the draft, or else of the published plan, with their recordings. */
export async function readOwnerVoice(): Promise<OwnerVoiceState> {
  const sentences = spokenSentences(await draftedPlan());
  const rows = await db().sentenceRecording.findMany({
    where: { sentence: { in: sentences.map(sentenceKey) } },
  });
  const recordingBySentence = new Map(rows.map((row) => [row.sentence, recordingOf(row)]));
  return {
    sentences: sentences.map((sentence) => ({
      ...sentence,
      recording: recordingBySentence.get(sentenceKey(sentence)) ?? null,
    })),
  };
}

function recordingOf({ id, durationS, problems, createdAt }: SentenceRecording): FixedSentence['recording'] {
  const knownProblems = z.array(z.enum(soundProblems)).parse(problems);
  return { id, durationS, problems: knownProblems, recordedAt: createdAt.toISOString() };
}

/**
 * Levels a recording as the agent would play it, and stores nothing.
 * @throws AppError invalid_audio, too_large, decoder_busy
 */
export async function checkSentence(path: string): Promise<CheckedSentence> {
  const { wav, ...facts } = await levelledFile(path);
  return { ...facts, audio: wav.toString('base64') };
}

/**
 * Stores the recording of a sentence in place of its earlier one.
 * @returns its id
 * @throws AppError invalid_audio, too_large, decoder_busy, storage_full, storage_failed
 */
export async function saveSentence({ language, text }: SpokenSentence, path: string): Promise<string> {
  const { wav, ...facts } = await levelledFile(path);
  const id = randomUUID();
  const audioKey = `voice/${id}.wav`;
  await deleteUnlessNamed(audioKey);
  await withSpooled(wav, (file) => storage().put(audioKey, { ...file, type }));
  const sentence = sentenceKey({ language, text });
  await db().$transaction(async (tx) => {
    const earlierRow = await tx.sentenceRecording.findUnique({ where: { sentence } });
    const row = { ...facts, id, language, text, audioKey, bytes: wav.length, createdAt: new Date() };
    await tx.sentenceRecording.upsert({ where: { sentence }, create: { ...row, sentence }, update: row });
    if (earlierRow !== null) await sendJob(tx, 'delete-audio', { key: earlierRow.audioKey });
  });
  return id;
}

async function levelledFile(path: string) {
  const limits = { maxDurationS: longestSentenceS, rateHz: voiceRateHz };
  const { samples, problems } = levelSentence(await decodeMono(await readFile(path), limits));
  const header = wavHeader({ dataBytes: samples.byteLength, rateHz: voiceRateHz });
  const wav = Buffer.concat([header, new Uint8Array(samples.buffer)]);
  return { wav, problems, durationS: samples.length / voiceRateHz };
}

/** The agent then speaks the sentence with the configured voice. @throws AppError not_found */
export async function deleteSentence(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const { audioKey } = await requireRecording(id, tx);
    await tx.sentenceRecording.deleteMany({ where: { id } });
    await sendJob(tx, 'delete-audio', { key: audioKey });
  });
}

/** A recording as a WAV file. @throws AppError not_found, storage_failed */
export async function openSentence(id: string): Promise<ReadableStream<Uint8Array>> {
  const { audioKey } = await requireRecording(id);
  const file = await storage().get(audioKey);
  if (file === null) throw notFound();
  return file;
}

/** The samples of a recording, at voiceRateHz. @throws AppError not_found, storage_failed */
export async function samplesOfSentence(id: string): Promise<Buffer> {
  const wav = await new Response(await openSentence(id)).arrayBuffer();
  return Buffer.from(wav, wavHeaderBytes);
}

/** All recordings, for the agent. The revision changes with each that is made or deleted; undefined without any. */
export async function listSentenceRecordings() {
  const select = { id: true, sentence: true } as const;
  const recordings = await db().sentenceRecording.findMany({ select, orderBy: { id: 'asc' } });
  const ids = recordings.map(({ id }) => id).join();
  const revision = ids === '' ? undefined : hash('sha256', ids).slice(0, 32);
  return { revision, recordings };
}

export async function voiceRevision(): Promise<string | undefined> {
  return (await listSentenceRecordings()).revision;
}

/**
 * Deletes the recordings of sentences that no plan has. While a draft is open it deletes none, because the words may change back.
 * @returns how many
 */
export async function deleteUnusedSentences(): Promise<number> {
  // Read before the plans, so that no recording of a newer plan is among them.
  const recordings = await db().sentenceRecording.findMany({
    select: { id: true, sentence: true, audioKey: true },
  });
  const unused = new Map(recordings.map((recording) => [recording.sentence, recording]));
  if (unused.size === 0 || (await isDraftOpen())) return 0;
  for await (const plan of allPlans()) {
    for (const sentence of spokenSentences(plan)) unused.delete(sentenceKey(sentence));
    if (unused.size === 0) return 0;
  }
  const rows = [...unused.values()];
  await db().$transaction(async (tx) => {
    await tx.sentenceRecording.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
    await sendJobs(
      tx,
      'delete-audio',
      rows.map(({ audioKey: key }) => ({ key })),
    );
  });
  return rows.length;
}

async function requireRecording(id: string, tx: Tx = db()): Promise<SentenceRecording> {
  const row = await tx.sentenceRecording.findUnique({ where: { id } });
  if (row === null) throw notFound();
  return row;
}

function notFound(): AppError {
  return new AppError('not_found', { detail: 'There is no such recording.' });
}
