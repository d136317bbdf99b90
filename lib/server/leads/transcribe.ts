import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import { type Answer, type InterviewPlan, answer } from '../../contracts/interview.ts';
import { longestCallS } from '../../contracts/limits.ts';
import { type MissingStep, leadPassage, type Passage } from '../../contracts/leads.ts';
import { type Language, fallbackLanguage, isLanguage } from '../../i18n/language.ts';
import { analyzeRecording, decodeSpans } from '../audio/decode.ts';
import { type Samples, durationS } from '../audio/pcm.ts';
import { planOfCall } from '../plan/plan-versions.ts';
import type { Turn } from '../generated/prisma/client.ts';
import { refund, tryConsume } from '../http/limits.ts';
import { db } from '../platform/db.ts';
import { storage } from '../platform/storage/index.ts';
import { readUnlessAborted } from '../platform/unless-aborted.ts';
import { demoRecognizer } from '../speech/demos.ts';
import type { Recognizer } from '../speech/interfaces.ts';
import { recognizerFor } from '../speech/stt.ts';
import { isRecordingRefused } from './refused-recording.ts';
import { type ReportedTurn, recordedDialogue, reportedDialogue } from './dialogue.ts';

/** The same limit as for uploads (lib/contracts/recording.ts). */
const limits = { maxDurationS: longestCallS };

/** A lead's state before any vendor is asked. */
export interface HeardLead {
  /** From the agent's notes of the call. */
  notes: { answers: Answer[]; callBack: string | null; handOver: string | null };
  /** The lead already has a summary, of an earlier revision or of the saved answers. */
  hasSummary: boolean;
  language: Language;
  plan: InterviewPlan;
  dialogue: Passage[];
  audioKey: string | null;
  /** Null without a call, or if no agent met the visitor in it. */
  call: { id: string; lengthS: number } | null;
  /** Null if the recording never came or was refused. */
  peaks: Uint8Array<ArrayBuffer> | null;
  /** The progress of this revision: nothing stored, a dialogue of an older revision, or this one's. */
  stored: 'nothing' | 'older' | 'this';
}

/**
 * Finds who spoke when: reuses an earlier try's result, else aligns the agent's turns with the recording.
 * @throws AppError audio_not_found, invalid_audio, too_large, storage_failed
 */
export async function hearLead(id: string, revision: number): Promise<HeardLead> {
  const { callId, call, dialogue, draft, answers, callBack, handOver, summary, ...lead } =
    await db().lead.findUniqueOrThrow({
      where: { id },
      select: {
        callBack: true,
        handOver: true,
        answers: true,
        summary: true,
        language: true,
        audioKey: true,
        dialogue: true,
        draft: true,
        peaks: true,
        heardRevision: true,
        callId: true,
        call: { include: { turns: { orderBy: { index: 'asc' } } } },
      },
    });
  const leadFacts = {
    ...lead,
    call: call?.startedAt ? { id: call.id, lengthS: lengthS(call.startedAt, call.endedAt) } : null,
    language: isLanguage(lead.language) ? lead.language : fallbackLanguage,
    hasSummary: summary !== null,
    plan: await planOfCall(call?.planVersion),
    notes: { answers: answer.array().catch([]).parse(answers), callBack, handOver },
  };
  if (dialogue !== null && lead.heardRevision === revision)
    return { ...leadFacts, dialogue: z.array(leadPassage).parse(dialogue), stored: 'this' };
  const stored = dialogue === null ? 'nothing' : 'older';
  if (callId !== null && (await isRecordingRefused(db(), callId)))
    return { ...leadFacts, dialogue: [], peaks: null, stored };
  const turns = (call?.turns ?? []).map(reportedTurn);
  if (lead.audioKey === null) return { ...leadFacts, dialogue: reportedDialogue(turns), peaks: null, stored };
  const { speech, peaks } = await analyzeRecording(await recordingOf(lead.audioKey), limits);
  const draftDialogue = draft === null ? null : z.array(leadPassage).parse(draft);
  return { ...leadFacts, dialogue: draftDialogue ?? recordedDialogue(turns, speech), peaks, stored };
}

/** A recording begins before the agent comes. */
const waitsForAgentS = 15;

function lengthS(startedAt: Date, endedAt: Date | null): number {
  return waitsForAgentS + ((endedAt ?? new Date()).getTime() - startedAt.getTime()) / 1000;
}

/** A bucket may stop sending. */
const readWithinMs = 120_000;

async function recordingOf(key: string): Promise<Uint8Array> {
  const stream = await storage().get(key);
  if (stream === null) throw new AppError('audio_not_found');
  const boundedStream = readUnlessAborted(stream, AbortSignal.timeout(readWithinMs));
  return new Uint8Array(await new Response(boundedStream).arrayBuffer());
}

function reportedTurn({ speaker, startedAt, endedAt, text, topic }: Turn): ReportedTurn {
  return {
    speaker,
    fromS: startedAt.getTime() / 1000,
    toS: endedAt.getTime() / 1000,
    text,
    topic,
  };
}

/** Padding around a passage, for soft sounds at its borders. */
const padS = 0.2;
/** Passages sent to the vendor at the same time. */
const concurrency = 3;

export interface Transcribed {
  dialogue: Passage[];
  missing: MissingStep[];
  /** The failure that left passages without words; those recognised before it are in the dialogue. */
  fault?: unknown;
}

/** The shortest time between two stores of the recognised words. */
const storeEveryMs = 10_000;

/**
 * Transcribes the visitor's passages that have no text yet.
 * @param store stores the words so far from time to time
 */
export async function transcribePassages(
  { dialogue, audioKey, language, call }: HeardLead,
  store: (dialogue: Passage[]) => Promise<void> = async () => undefined,
  everyMs = storeEveryMs,
): Promise<Transcribed> {
  const wordless = [...dialogue.entries()].filter(
    ([, { speaker, text }]) => speaker === 'visitor' && text === null,
  );
  if (wordless.length === 0) return { dialogue, missing: [] };
  const recognizer = recognizerFor(language);
  if (recognizer === null) return { dialogue, missing: ['recognition'] };
  if (audioKey === null) return { dialogue, missing: [] };
  const spans = wordless.map(([, { fromS, toS }]) => ({ fromS: Math.max(0, fromS - padS), toS: toS + padS }));
  const filledDialogue = [...dialogue];
  let storedAtMs = Date.now();
  try {
    const sounds = await decodeSpans(await recordingOf(audioKey), spans, limits);
    const recognize = async (samples: Samples, at: number) => {
      if (samples.length === 0) return '';
      const endS = wordless[at]?.[1].toS ?? Infinity;
      const payer = call !== null && endS <= call.lengthS ? call.id : undefined;
      return recognizePassage(samples, { recognizer, language, payer });
    };
    await recognizeEach(sounds, recognize, async (text, at) => {
      const [place, passage] = wordless[at] ?? [];
      if (place !== undefined && passage !== undefined) filledDialogue[place] = { ...passage, text };
      if (Date.now() - storedAtMs < everyMs) return;
      storedAtMs = Date.now();
      await store([...filledDialogue]);
    });
    return { dialogue: filledDialogue, missing: [] };
  } catch (fault) {
    return { dialogue: filledDialogue, missing: [], fault };
  }
}

interface PassageOptions {
  recognizer: Recognizer;
  language: Language;
  /** The call whose seconds of the day pay, if they suffice. A failed recognition costs none. */
  payer: string | undefined;
}

async function recognizePassage(
  samples: Samples,
  { recognizer, language, payer }: PassageOptions,
): Promise<string> {
  const isLocal = recognizer.name === 'local';
  const soundS = Math.ceil(durationS(samples));
  const isPaid = !isLocal && payer !== undefined && (await tryConsume('call_seconds', payer, soundS));
  // Strangers could send sound without an end, so what no call pays for is limited as in the demos.
  const chosen = isLocal || isPaid ? recognizer : (demoRecognizer() ?? recognizer);
  try {
    return (await chosen.transcribe(samples, { language })).text;
  } catch (error) {
    if (isPaid) await refund('call_seconds', payer, soundS);
    throw error;
  }
}

/** Recognises the sounds in order, some at a time. After a failure it starts no more and waits for the running ones. */
async function recognizeEach(
  sounds: Samples[],
  recognize: (samples: Samples, at: number) => Promise<string>,
  onText: (text: string, at: number) => Promise<void>,
): Promise<void> {
  const waiting = sounds.entries();
  let hasFailed = false;
  const work = async () => {
    for (const [at, samples] of waiting) {
      if (hasFailed) return;
      try {
        await onText(await recognize(samples, at), at);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
