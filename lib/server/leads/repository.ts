import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import type { Answer, Verdict } from '../../contracts/interview.ts';
import { leadMarks, processingStatuses } from '../../contracts/choices.ts';
import {
  type Lead,
  type LeadAttempt,
  type LeadDetail,
  type LeadList,
  type LeadQuery,
  type LeadTurn,
  type Passage,
  type SamePhoneLead,
  callFigures,
  leadQuery,
  missingParts,
} from '../../contracts/leads.ts';
import { type Lead as LeadModel, Prisma } from '../generated/prisma/client.ts';
import { db } from '../platform/db.ts';
import { readRows } from '../platform/sql.ts';
import { medianWaitS } from './dialogue.ts';
import { leadOrders, leadWhere } from './lead-query.ts';

const { empty, raw, sql } = Prisma;

const uuid = z.uuid();

/**
 * The id of a lead as it stands in a URL.
 * @throws AppError lead_not_found for what cannot be one
 */
export async function leadIdOf(params: Promise<{ id: string }>): Promise<string> {
  const id = uuid.safeParse((await params).id);
  if (!id.success) throw new AppError('lead_not_found');
  return id.data;
}

/** A lead's own columns, as the model has them; JSON comes in the shapes that it was written in. */
const storedColumns = z.object({
  id: z.string(),
  phone: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  durationS: z.number(),
  audioBytes: z.number(),
  audioType: z.string().nullable(),
  room: z.string().nullable(),
  language: z.string().nullable(),
  status: z.enum(processingStatuses),
  summary: z.string().nullable(),
  transcription: z.string().nullable(),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  missing: z.array(z.enum(missingParts)),
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

/** A turn as the agent told it, in seconds since 1970. */
type ToldRow = Pick<Passage, 'speaker' | 'fromS' | 'toS' | 'text'>;

/** A lead as one query reads it. */
const leadRow = storedColumns.extend({
  hasAudio: z.boolean(),
  told: z.custom<ToldRow[] | null>(),
  attemptCount: z.number().optional(),
  samePhoneCount: z.number().optional(),
  peaks: z.custom<Uint8Array | null>().optional(),
});
type LeadRow = z.infer<typeof leadRow>;

/** Stored without a zone, and UTC. */
const times = new Set<string>([
  'createdAt',
  'updatedAt',
  'callBackAt',
  'nextAt',
] satisfies (keyof LeadModel)[]);

/** The turns of a call are read only where processing has made no dialogue of them yet. */
export const leadColumns = raw(`
  ${Object.keys(storedColumns.shape)
    .map((name) => (times.has(name) ? `l."${name}" AT TIME ZONE 'UTC' AS "${name}"` : `l."${name}"`))
    .join(', ')},
  l."audioKey" IS NOT NULL AS "hasAudio",
  CASE WHEN l."dialogue" IS NULL AND l."callId" IS NOT NULL THEN (
    SELECT json_agg(json_build_object(
      'speaker', t."speaker", 'fromS', extract(epoch FROM t."startedAt"), 'toS', extract(epoch FROM t."endedAt"),
      'text', t."text") ORDER BY t."index")
    FROM "Turn" t WHERE t."callId" = l."callId"
  ) END AS "told"`);

/** Further columns of a row of the desk. */
const deskColumns = sql`, l."peaks",
  (SELECT count(*)::int FROM "Attempt" a WHERE a."leadId" = l."id") AS "attemptCount",
  (SELECT count(*)::int FROM "Lead" s WHERE s."phone" = l."phone") AS "samePhoneCount"`;

const wavePoints = 40;

/** The loudest of both voices in each of a few equal parts. */
function waveOf(peaks: Uint8Array | null | undefined): number[] | undefined {
  const length = Math.floor((peaks?.length ?? 0) / 2);
  if (!peaks || length === 0) return undefined;
  const points = Math.min(wavePoints, length);
  const at = (i: number) => Math.max(peaks[i] ?? 0, peaks[length + i] ?? 0);
  return Array.from({ length: points }, (_, point) => {
    const [from, to] = [point, point + 1].map((n) => Math.floor((n * length) / points));
    let loudest = 0;
    for (let i = from ?? 0; i < (to ?? 0); i++) loudest = Math.max(loudest, at(i));
    return loudest;
  });
}

/** A lead as the admin's API answers it. */
function leadOf(row: LeadRow): Lead {
  return {
    _id: row.id,
    phoneNumber: row.phone,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    duration: row.durationS,
    audioSize: row.audioBytes,
    roomName: row.room ?? undefined,
    processingStatus: row.status,
    summary: row.summary ?? undefined,
    transcription: row.transcription ?? undefined,
    processingError: row.error ?? undefined,
    processingErrorCode: row.errorCode ?? undefined,
    language: row.language ?? undefined,
    hasAudio: row.hasAudio,
    audioType: row.audioType ?? undefined,
    turns: row.dialogue?.map(turnOf) ?? sinceStart(row.told ?? []),
    medianWaitS: row.dialogue ? (medianWaitS(row.dialogue) ?? undefined) : undefined,
    missing: row.missing,
    missed: row.missed,
    mark: row.mark,
    note: row.note,
    answers: row.answers ?? undefined,
    originalPhone: row.originalPhone ?? undefined,
    callBack: row.callBack === null ? undefined : { when: row.callBack, at: row.callBackAt?.toISOString() },
    handOver: row.handOver ?? undefined,
    nextAt: row.nextAt?.toISOString(),
    nextStep: row.nextStep,
    attemptCount: row.attemptCount,
    samePhoneCount: row.samePhoneCount,
    wave: waveOf(row.peaks),
  };
}

function turnOf({ speaker, fromS, toS, text, waitS }: Passage): LeadTurn {
  return { speaker, fromS, toS, text, waitS: waitS ?? undefined };
}

function sinceStart(told: ToldRow[]): LeadTurn[] {
  const startS = told[0]?.fromS ?? 0;
  return told.map((turn) => ({
    ...turn,
    fromS: Math.max(0, turn.fromS - startS),
    toS: Math.max(0, turn.toS - startS),
  }));
}

const detailRow = leadRow.extend({
  peaks: z.custom<Uint8Array | null>(),
  termsVersion: z.string().nullable(),
  agreedAt: z.date().nullable(),
  figures: z.unknown(),
  attempts: z.custom<LeadAttempt[] | null>(),
  samePhone: z.custom<SamePhoneLead[] | null>(),
  verdicts: z.custom<Verdict[] | null>(),
});

/** Times of the database as ISO 8601 in UTC. */
const isoOf = (column: string) => raw(`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const samePhoneLimit = 50;

/**
 * One lead with its waveform and the visitor's agreement.
 * @throws AppError lead_not_found
 */
export async function leadDetail(id: string): Promise<LeadDetail> {
  const [row] = await readRows(
    detailRow,
    sql`SELECT ${leadColumns}, l."peaks", l."verdicts", coalesce(c."termsVersion", l."termsVersion") AS "termsVersion",
       coalesce(c."agreedAt", l."agreedAt") AT TIME ZONE 'UTC' AS "agreedAt",
       json_build_object('planVersion', c."planVersion", 'promptTokens', c."promptTokens",
         'outputTokens', c."outputTokens", 'costUsd', c."costUsd", 'turns', (
           SELECT json_agg(t."metrics" || jsonb_build_object('atS',
             greatest(0, extract(epoch FROM t."startedAt" - c."startedAt"))) ORDER BY t."index")
           FROM "Turn" t WHERE t."callId" = c."id" AND t."metrics" IS NOT NULL)) AS "figures",
       (SELECT json_agg(json_build_object('at', ${isoOf('a."at"')}, 'outcome', a."outcome", 'note', a."note")
          ORDER BY a."at" DESC) FROM "Attempt" a WHERE a."leadId" = l."id") AS "attempts",
       (SELECT json_agg(json_build_object('_id', s."id", 'createdAt', ${isoOf('s."createdAt"')},
          'duration', s."durationS", 'hasAudio', s."audioKey" IS NOT NULL, 'mark', s."mark") ORDER BY s."createdAt" DESC)
        FROM (SELECT * FROM "Lead" o WHERE o."phone" = l."phone" AND o."id" <> l."id"
          ORDER BY o."createdAt" DESC LIMIT ${samePhoneLimit}) s) AS "samePhone"
     FROM "Lead" l LEFT JOIN "Call" c ON c."id" = l."callId" WHERE l."id" = ${id}::uuid`,
  );
  if (row === undefined) throw new AppError('lead_not_found');
  return {
    ...leadOf(row),
    peaks: peaksOf(row.peaks),
    consent: consentOf(row),
    figures: callFigures.safeParse(row.figures).data,
    attempts: row.attempts ?? [],
    samePhone: row.samePhone ?? [],
    verdicts: row.verdicts ?? [],
  };
}

/** Both channels stand one after the other, equally long. */
function peaksOf(peaks: Uint8Array | null): LeadDetail['peaks'] {
  if (peaks === null || peaks.length === 0) return undefined;
  const middle = peaks.length / 2;
  return { visitor: [...peaks.subarray(0, middle)], agent: [...peaks.subarray(middle)] };
}

function consentOf({ termsVersion, agreedAt, language }: z.infer<typeof detailRow>): LeadDetail['consent'] {
  if (termsVersion === null || agreedAt === null) return undefined;
  return { termsVersion, agreedAt: agreedAt.toISOString(), language: language ?? '' };
}

/** The leads a query asks for, as the admin sees them. */
export async function listLeads(query: LeadQuery = leadQuery.parse({})): Promise<LeadList> {
  const where = leadWhere(query);
  const paged = query.limit !== undefined || query.offset > 0;
  const range = sql`LIMIT ${query.limit ?? null}::int OFFSET ${query.offset}::int`;
  const rows = readRows(
    leadRow,
    sql`SELECT ${leadColumns}${paged ? deskColumns : empty} FROM "Lead" l ${where}
      ORDER BY ${leadOrders[query.sort]} ${paged ? range : empty}`,
  );
  const [found, total] = await Promise.all([rows, paged ? countLeads(query) : null]);
  return { leads: found.map(leadOf), total: total ?? found.length };
}

/** How many leads a query finds. */
export async function countLeads(query: Partial<LeadQuery>): Promise<number> {
  const statement = sql`SELECT count(*)::int AS "count" FROM "Lead" l ${leadWhere(query)}`;
  const [row] = await readRows(z.object({ count: z.number() }), statement);
  return row?.count ?? 0;
}

/** The facts of one lead for a notice; null if it is gone. */
export function findLead(id: string) {
  const select = { id: true, phone: true, createdAt: true, durationS: true, summary: true } as const;
  return db().lead.findUnique({ where: { id }, select });
}
