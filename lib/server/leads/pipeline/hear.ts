import { answer } from '../../../contracts/interview.ts';
import { AppError } from '../../../contracts/errors.ts';
import { type Language, fallbackLanguage, isLanguage } from '../../../i18n/language.ts';
import { decodeChannels } from '../../audio/decode.ts';
import type { Samples } from '../../audio/pcm.ts';
import { speechSegments } from '../../audio/segments.ts';
import type { Turn } from '../../generated/prisma/client.ts';
import { db } from '../../platform/db.ts';
import type { Noted } from '../notes.ts';
import { storage } from '../../platform/storage/index.ts';
import { type HeardSpeech, type Passage, type ToldTurn, heardDialogue, toldDialogue } from '../dialogue.ts';

/** Enough for a card on a wide screen; each bucket is one byte. */
const buckets = 400;
const fullScale = 32_768;

/**
 * How loud a channel is over equal parts of its length, one byte each: the loudest sample on a square-root scale, so that quiet
 * speech shows beside loud speech.
 */
export function waveform(samples: Samples): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: buckets }, (_, i) => {
    const from = Math.floor((samples.length * i) / buckets);
    const to = Math.max(from + 1, Math.floor((samples.length * (i + 1)) / buckets));
    let peak = 0;
    for (const value of samples.subarray(from, to)) peak = Math.max(peak, Math.abs(value));
    return Math.min(255, Math.round(Math.sqrt(peak / fullScale) * 255));
  });
}

/** A call is closed by the agent long before; a longer file is not ours. */
const maxDurationS = 2 * 3600;
/** The exact borders of what was said, since waits are measured between them. */
const exact = { padS: 0 };

/** What the channels of a stored recording hold: the visitor on the left, the agent on the right. */
export interface HeardRecording {
  visitor: Samples;
  speech: HeardSpeech;
  /** The visitor's waveform and then the agent's, equally long. */
  peaks: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a recording from the storage. One with a single channel, as a plain client sends it, counts as the visitor's.
 * @throws AppError audio_not_found, invalid_audio, too_large, storage_failed
 */
export async function hearRecording(key: string): Promise<HeardRecording> {
  const stream = await storage().get(key);
  if (stream === null) throw new AppError('audio_not_found');
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const [visitor, agent] = await decodeChannels(bytes, { maxDurationS });
  if (visitor === undefined) throw new AppError('invalid_audio');
  const agentSamples = agent ?? new Int16Array(visitor.length);
  return {
    visitor,
    speech: {
      visitor: speechSegments(visitor, { ...exact, beside: agentSamples }),
      agent: speechSegments(agentSamples, { ...exact, beside: visitor }),
    },
    peaks: Uint8Array.from([...waveform(visitor), ...waveform(agentSamples)]),
  };
}

/** What is known of a lead without asking anybody: what the agent told, and what its recording holds. */
export interface HeardLead {
  phone: string;
  originalPhone: string | null;
  note: string;
  language: Language;
  /** What the agent noted in the call. */
  noted: Pick<Noted, 'answers' | 'callBack' | 'handOver'>;
  dialogue: Passage[];
  /** Whether nothing has been written down of it yet. */
  isNew: boolean;
  /** Absent for a lead whose recording never came. */
  recording: HeardRecording | null;
}

/** @throws AppError as hearRecording does */
export async function hearLead(id: string): Promise<HeardLead> {
  const lead = await db().lead.findUniqueOrThrow({
    where: { id },
    select: {
      phone: true,
      originalPhone: true,
      note: true,
      callBack: true,
      handOver: true,
      answers: true,
      language: true,
      audioKey: true,
      dialogue: true,
      call: { select: { turns: { orderBy: { index: 'asc' } } } },
    },
  });
  const turns = (lead.call?.turns ?? []).map(toldTurn);
  const recording = lead.audioKey === null ? null : await hearRecording(lead.audioKey);
  return {
    phone: lead.phone,
    originalPhone: lead.originalPhone,
    note: lead.note,
    noted: {
      answers: answer.array().catch([]).parse(lead.answers),
      callBack: lead.callBack,
      handOver: lead.handOver,
    },
    language: isLanguage(lead.language) ? lead.language : fallbackLanguage,
    dialogue: recording === null ? toldDialogue(turns) : heardDialogue(turns, recording.speech),
    isNew: lead.dialogue === null,
    recording,
  };
}

function toldTurn({ speaker, startedAt, endedAt, text, topic }: Turn): ToldTurn {
  return {
    speaker,
    fromS: startedAt.getTime() / 1000,
    toS: endedAt.getTime() / 1000,
    text,
    topic,
  };
}
