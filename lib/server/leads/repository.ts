import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import type { Answer, Verdict } from '../../contracts/interview.ts';
import {
  type Lead,
  type LeadAttempt,
  type LeadDetail,
  type LeadQuery,
  type LeadSort,
  type LeadTurn,
  type MissingPart,
  type SamePhoneLead,
  callFigures,
  leadQuery,
  type Passage,
} from '../../contracts/leads.ts';
import { phoneSearchText, searchText, searchWords } from '../../uzbek/index.ts';
import type { Lead as LeadModel, Prisma } from '../generated/prisma/client.ts';
import { pool } from '../platform/db.ts';
import { medianWaitS } from './dialogue.ts';

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

/** The searchable fields of a lead. */
interface Searched {
  /** In the form +998901234567. */
  phone: string;
  originalPhone?: string | null;
  note?: string;
  transcription?: string | null;
  summary?: string | null;
}

/** Search text of a lead: kept with it, since Postgres does not know our alphabets. */
export function searchedText({ phone, originalPhone, note, transcription, summary }: Searched): string {
  const phones = [phone, originalPhone ?? []].flat().map(phoneSearchText);
  return [...phones, ...[note, transcription, summary].map((text) => searchText(text ?? ''))]
    .filter(Boolean)
    .join(' ');
}

/** A turn as the agent told it, in seconds since 1970. */
interface ToldRow {
  speaker: LeadTurn['speaker'];
  fromS: number;
  toS: number;
  text: string | null;
}

/** Columns of the model that every lead is read with; the compiler refuses one that the schema does not have. */
const stored = [
  'id',
  'phone',
  'createdAt',
  'durationS',
  'audioBytes',
  'audioType',
  'room',
  'language',
  'status',
  'summary',
  'transcription',
  'error',
  'errorCode',
  'missing',
  'missed',
  'mark',
  'note',
  'answers',
  'originalPhone',
  'callBack',
  'callBackAt',
  'handOver',
  'nextAt',
  'nextStep',
  'dialogue',
] as const satisfies readonly Prisma.LeadScalarFieldEnum[];

/** Stored without a zone, and UTC. */
const times = new Set<Prisma.LeadScalarFieldEnum>(['createdAt', 'callBackAt', 'nextAt']);

/** A lead as one query reads it: the model's own types, with the shapes of its JSON. */
export type LeadRow = Omit<Pick<LeadModel, (typeof stored)[number]>, 'answers' | 'dialogue' | 'missing'> & {
  missing: MissingPart[];
  answers: Answer[] | null;
  dialogue: Passage[] | null;
  hasAudio: boolean;
  told: ToldRow[] | null;
  attemptCount?: number;
  samePhoneCount?: number;
  peaks?: Buffer | null;
};

/** The turns of a call are read only where processing has made no dialogue of them yet. */
export const leadColumns = `
  ${stored.map((name) => (times.has(name) ? `l."${name}" AT TIME ZONE 'UTC' AS "${name}"` : `l."${name}"`)).join(', ')},
  l."audioKey" IS NOT NULL AS "hasAudio",
  CASE WHEN l."dialogue" IS NULL AND l."callId" IS NOT NULL THEN (
    SELECT json_agg(json_build_object(
      'speaker', t."speaker", 'fromS', extract(epoch FROM t."startedAt"), 'toS', extract(epoch FROM t."endedAt"),
      'text', t."text") ORDER BY t."index")
    FROM "Turn" t WHERE t."callId" = l."callId"
  ) END AS "told"`;

/** Further columns of a row of the desk. */
const rowColumns = `l."peaks",
  (SELECT count(*)::int FROM "Attempt" a WHERE a."leadId" = l."id") AS "attemptCount",
  (SELECT count(*)::int FROM "Lead" s WHERE s."phone" = l."phone") AS "samePhoneCount"`;

const wavePoints = 40;

/** The loudest of both voices in each of a few equal parts. */
function waveOf(peaks: Buffer | null | undefined): number[] | undefined {
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
export function leadOf(row: LeadRow): Lead {
  return {
    _id: row.id,
    phoneNumber: row.phone,
    createdAt: row.createdAt.toISOString(),
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

interface DetailRow extends LeadRow {
  peaks: Buffer | null;
  termsVersion: string | null;
  agreedAt: Date | null;
  attempts: LeadAttempt[] | null;
  samePhone: SamePhoneLead[] | null;
  figures: unknown;
  verdicts: Verdict[] | null;
}

/** Times of the database as ISO 8601 in UTC. */
const isoOf = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const samePhoneLimit = 50;

/**
 * One lead with its waveform and the visitor's agreement.
 * @throws AppError lead_not_found
 */
export async function leadDetail(id: string): Promise<LeadDetail> {
  const { rows } = await pool().query<DetailRow>(
    `SELECT ${leadColumns}, l."peaks", l."verdicts", coalesce(c."termsVersion", l."termsVersion") AS "termsVersion",
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
     FROM "Lead" l LEFT JOIN "Call" c ON c."id" = l."callId" WHERE l."id" = $1`,
    [id],
  );
  const [row] = rows;
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
function peaksOf(peaks: Buffer | null): LeadDetail['peaks'] {
  if (peaks === null || peaks.length === 0) return undefined;
  const middle = peaks.length / 2;
  return { visitor: [...peaks.subarray(0, middle)], agent: [...peaks.subarray(middle)] };
}

function consentOf({ termsVersion, agreedAt, language }: DetailRow): LeadDetail['consent'] {
  if (termsVersion === null || agreedAt === null) return undefined;
  return { termsVersion, agreedAt: agreedAt.toISOString(), language: language ?? '' };
}

const isOverdue = `l."nextAt" <= now() AT TIME ZONE 'UTC'`;
const isDue = `l."nextAt" < ${dayStart("(now() AT TIME ZONE 'Asia/Tashkent')")} + interval '1 day'`;

const orders: Record<LeadSort, string> = {
  newest: 'l."createdAt" DESC, l."id" DESC',
  oldest: 'l."createdAt", l."id"',
  longest: 'l."durationS" DESC, l."id" DESC',
  due: `CASE WHEN ${isOverdue} THEN l."nextAt" END NULLS LAST, l."createdAt" DESC, l."id" DESC`,
};

export interface LeadPage {
  leads: Lead[];
  /** How many there are in all, on this page and the others. */
  total: number;
}

/** The leads a query asks for, as the admin sees them. */
export async function listLeads(query: LeadQuery = leadQuery.parse({})): Promise<LeadPage> {
  const { where, values } = conditions(query);
  const paged = query.limit !== undefined || query.offset > 0;
  const range = paged ? `LIMIT ${query.limit ?? 'ALL'} OFFSET ${query.offset}` : '';
  const rows = pool().query<LeadRow>(
    `SELECT ${leadColumns}${paged ? `, ${rowColumns}` : ''} FROM "Lead" l ${where} ORDER BY ${orders[query.sort]} ${range}`,
    values,
  );
  const counted = paged
    ? pool().query<{ total: number }>(`SELECT count(*)::int AS total FROM "Lead" l ${where}`, values)
    : null;
  const leads = (await rows).rows.map(leadOf);
  return { leads, total: (await counted)?.rows[0]?.total ?? leads.length };
}

function conditions(query: Partial<LeadQuery>): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (value: unknown, part: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    parts.push(part(`$${values.length}`));
  };
  add(query.ids, (ids) => `l."id" = ANY(${ids}::uuid[])`);
  add(query.status, (status) => `l."status" = ${status}::"ProcessingStatus"`);
  add(query.mark, (mark) => `l."mark" = ${mark}::"LeadMark"`);
  add(query.from, (from) => `l."createdAt" >= ${dayStart(from)}`);
  add(query.to, (to) => `l."createdAt" < ${dayStart(to)} + interval '1 day'`);
  add(query.recording, (has) => `(l."audioKey" IS NOT NULL) = (${has} = 'yes')`);
  add(query.missed, (missed) => `l."missed" = (${missed} = 'yes')`);
  add(query.next, (next) => `CASE ${next} WHEN 'due' THEN ${isDue} ELSE l."nextAt" IS NOT NULL END`);
  add(query.language, (language) => `l."language" = ${language}`);
  add(query.hour, (hour) => `extract(hour FROM ${local('l."createdAt"')}) = ${hour}::int`);
  add(query.weekday, (weekday) => `extract(isodow FROM ${local('l."createdAt"')}) = ${weekday}::int`);
  add(query.end, (end) => ofCall(`coalesce(c."endReason"::text, 'unknown') = ${end}`));
  add(query.left, (topic) =>
    ofCall(`c."lastTopic" = ${topic} AND c."endReason" IS DISTINCT FROM 'agent_closed'`),
  );
  add(
    query.outcome,
    (outcome) =>
      `(SELECT a."outcome"::text FROM "Attempt" a WHERE a."leadId" = l."id" ORDER BY a."at" DESC LIMIT 1) = ${outcome}`,
  );
  const words = prefixes(query.q);
  const number = phonePart(query.q);
  if (number !== undefined) {
    values.push(`%${number}%`, words);
    const [phone, word] = [`$${values.length - 1}`, `$${values.length}`];
    parts.push(`(l."phone" LIKE ${phone} OR ${searched(word)})`);
  } else add(words, searched);
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

const searched = (words: string) => `to_tsvector('simple', l."searched") @@ to_tsquery('simple', ${words})`;

const ofCall = (condition: string) =>
  `EXISTS (SELECT 1 FROM "Call" c WHERE c."id" = l."callId" AND ${condition})`;

/** A column's time on the clocks of Tashkent. */
const local = (column: string) => `(${column} AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tashkent')`;

/** Digits of a number without its country, however they are typed or pasted: `+998 90 111-22-33`, `8 90 111 22 33`. */
function phonePart(q: string | undefined): string | undefined {
  if (q === undefined || !/^[\d\s()+.\-–—]+$/.test(q)) return undefined;
  const digits = q.replaceAll(/\D/g, '');
  return digits.length < 3 ? undefined : digits.slice(-9);
}

/** How many leads a query finds. */
export async function countLeads(query: Partial<LeadQuery>): Promise<number> {
  const { where, values } = conditions(query);
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "Lead" l ${where}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** Midnight in Tashkent as the UTC time that the column holds. */
function dayStart(place: string): string {
  return `((${place}::date)::timestamp AT TIME ZONE 'Asia/Tashkent' AT TIME ZONE 'UTC')`;
}

/** Words of letters and digits alone (lib/uzbek/search-text.ts), so that they need no escaping for to_tsquery. */
function prefixes(q: string | undefined): string | undefined {
  const words = q === undefined ? [] : searchWords(q);
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ');
}
