import { z } from 'zod';
import { speakers } from '../../contracts/call-events.ts';
import type { Answer, LeadSummary } from '../../contracts/interview.ts';
import { callEnds, leadMarks, processingStatuses } from '../../contracts/choices.ts';
import { type Lead, type LeadTurn, type Passage, type Peaks, missingSteps } from '../../contracts/leads.ts';
import { type Lead as LeadModel, Prisma } from '../generated/prisma/client.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import { storable } from '../platform/storable.ts';
import { medianWaitS } from './dialogue.ts';
import { refusedSql } from './refused-recording.ts';

const { raw } = Prisma;

/** A lead's own columns as in the model; JSON in its stored shapes. */
const storedColumns = z.object({
  id: z.string(),
  phone: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  durationS: z.number(),
  audioBytes: z.number(),
  audioType: z.string().nullable(),
  recordedBy: z.enum(speakers),
  room: z.string().nullable(),
  language: z.string().nullable(),
  status: z.enum(processingStatuses),
  summary: z.custom<LeadSummary | string | null>(),
  transcription: z.string().nullable(),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  missing: z.array(z.enum(missingSteps)),
  missed: z.boolean(),
  mark: z.enum(leadMarks),
  note: z.string(),
  answers: z.custom<Answer[] | null>(),
  originalPhone: z.string().nullable(),
  callBack: z.string().nullable(),
  callBackAt: z.date().nullable(),
  handOver: z.string().nullable(),
  nextAt: z.date().nullable(),
  nextStep: z.string(),
  dialogue: z.custom<Passage[] | null>(),
}) satisfies z.ZodType<Partial<LeadModel>>;

/** A turn as the agent reported it, in seconds since 1970. */
type ReportedRow = Pick<Passage, 'speaker' | 'fromS' | 'toS' | 'text' | 'topic'>;

/** A lead as one query reads it. */
export const leadRow = storedColumns.extend({
  hasAudio: z.boolean(),
  reported: z.custom<ReportedRow[] | null>(),
  recordingRefused: z.boolean(),
  attemptCount: z.number().optional(),
  samePhoneCount: z.number().optional(),
  peaks: z.custom<Uint8Array | null>().optional(),
  /** Absent without a call. */
  end: z.enum(callEnds).nullish(),
  planVersion: z.string().nullish(),
});
type LeadRow = z.infer<typeof leadRow>;

/** Columns that are stored in UTC, without a zone. */
const times = new Set<string>([
  'createdAt',
  'updatedAt',
  'callBackAt',
  'nextAt',
] satisfies (keyof LeadModel)[]);

/** Columns of a `leadRow`. Reads the turns of a call only until processing has made its dialogue. */
export const leadColumns = raw(`
  ${Object.keys(storedColumns.shape)
    .map((name) => (times.has(name) ? `l."${name}" AT TIME ZONE 'UTC' AS "${name}"` : `l."${name}"`))
    .join(', ')},
  l."audioKey" IS NOT NULL AS "hasAudio",
  ${refusedSql} AS "recordingRefused",
  CASE WHEN l."dialogue" IS NULL AND l."callId" IS NOT NULL THEN (
    SELECT json_agg(json_build_object(
      'speaker', t."speaker", 'fromS', extract(epoch FROM t."startedAt"), 'toS', extract(epoch FROM t."endedAt"),
      'text', t."text", 'topic', t."topic") ORDER BY t."index")
    FROM "Turn" t WHERE t."callId" = l."callId"
  ) END AS "reported"`);

/** A stored summary for the API: JSON or plain text. */
export function summaryText(stored: unknown): string | undefined {
  if (stored === null) return undefined;
  // Older releases stored half surrogate pairs, which would break hydration.
  const summary = storable(stored);
  return typeof summary === 'string' ? summary : JSON.stringify(summary);
}

const wavePoints = 40;

/** The visitor's half and then the agent's, equally long. */
export function peaksOf(stored: Uint8Array | null | undefined): Peaks | undefined {
  if (!stored || stored.length < 2) return undefined;
  const middle = stored.length / 2;
  return { visitor: [...stored.subarray(0, middle)], agent: [...stored.subarray(middle)] };
}

function waveOf(stored: Uint8Array | null | undefined): Peaks | undefined {
  const peaks = peaksOf(stored);
  return peaks && { visitor: coarse(peaks.visitor), agent: coarse(peaks.agent) };
}

/** The loudest of each of a few equal parts. */
function coarse(peaks: number[]): number[] {
  const points = Math.min(wavePoints, peaks.length);
  const place = (point: number) => Math.floor((point * peaks.length) / points);
  return Array.from({ length: points }, (_, point) =>
    Math.max(...peaks.slice(place(point), place(point + 1))),
  );
}

/** A question counts as answered if the visitor spoke or typed after it, or the agent saved an answer. The words may be unknown. */
function interviewOf(
  { end, planVersion, dialogue, reported, answers }: LeadRow,
  questions: ReadonlyMap<string, number>,
): Lead['interview'] {
  if (end == null) return undefined;
  const heardTopics = (dialogue ?? reported ?? []).flatMap(({ speaker, topic }) =>
    speaker === 'visitor' && topic !== null ? [topic] : [],
  );
  const answered = new Set([...heardTopics, ...(answers ?? []).map(({ topic }) => topic)]).size;
  const questionCount = questions.get(planVersion ?? '') ?? configuredPlan().topics.length;
  return { end, answered: Math.min(answered, questionCount), questions: questionCount };
}

/** When the visitor asked to be called back, if they did. */
export function callBackOf({ callBack, callBackAt }: Pick<LeadModel, 'callBack' | 'callBackAt'>) {
  return callBack === null ? undefined : { when: callBack, at: callBackAt?.toISOString() };
}

/**
 * A lead as the admin's API answers it.
 * @param questions how many each published version of the plan has
 */
export function leadOf(row: LeadRow, questions: ReadonlyMap<string, number> = new Map()): Lead {
  return {
    _id: row.id,
    phoneNumber: row.phone,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    duration: row.durationS,
    audioSize: row.audioBytes,
    roomName: row.room ?? undefined,
    processingStatus: row.status,
    summary: summaryText(row.summary),
    transcription: row.transcription ?? undefined,
    processingError: row.error ?? undefined,
    processingErrorCode: row.errorCode ?? undefined,
    language: row.language ?? undefined,
    hasAudio: row.hasAudio,
    audioType: row.audioType ?? undefined,
    recordedBy: row.hasAudio ? row.recordedBy : undefined,
    turns: row.dialogue?.map(turnOf) ?? sinceStart(row.reported ?? []),
    medianWaitS: row.dialogue ? (medianWaitS(row.dialogue) ?? undefined) : undefined,
    missing: row.missing,
    missed: row.missed,
    recordingRefused: row.recordingRefused,
    mark: row.mark,
    note: row.note,
    answers: row.answers ?? undefined,
    originalPhone: row.originalPhone ?? undefined,
    callBack: callBackOf(row),
    handOver: row.handOver ?? undefined,
    nextAt: row.nextAt?.toISOString(),
    nextStep: row.nextStep,
    attemptCount: row.attemptCount,
    samePhoneCount: row.samePhoneCount,
    wave: waveOf(row.peaks),
    interview: interviewOf(row, questions),
  };
}

function turnOf({ speaker, fromS, toS, text, waitS }: Passage): LeadTurn {
  return { speaker, fromS, toS, text, waitS: waitS ?? undefined };
}

function sinceStart(reported: ReportedRow[]): LeadTurn[] {
  const startS = reported[0]?.fromS ?? 0;
  return reported.map(({ speaker, fromS, toS, text }) => ({
    speaker,
    fromS: Math.max(0, fromS - startS),
    toS: Math.max(0, toS - startS),
    text,
  }));
}
