import type { LeadQuery, LeadSort } from '../../contracts/leads.ts';
import { phoneDigits, phoneProblem } from '../../phone.ts';
import { phoneSearchText, searchText, searchWords } from '../../uzbek/index.ts';
import { Prisma } from '../generated/prisma/client.ts';

const { empty, join, sql } = Prisma;

interface Searched {
  /** In the form +998901234567. */
  phone: string;
  originalPhone?: string | null;
  note?: string;
  transcription?: string | null;
  summary?: string | null;
}

/** Search text of a lead. Stored, because Postgres does not know our alphabets. */
export function searchedText({ phone, originalPhone, note, transcription, summary }: Searched): string {
  const phones = [phone, originalPhone ?? []].flat().map(phoneSearchText);
  return [...phones, ...[note, transcription, summary].map((text) => searchText(text ?? ''))]
    .filter(Boolean)
    .join(' ');
}

/** Midnight in Tashkent of a date, as the UTC time that columns hold. */
export const dayStart = (date: Prisma.Sql) =>
  sql`((${date}::date)::timestamp AT TIME ZONE 'Asia/Tashkent' AT TIME ZONE 'UTC')`;

const createdLocally = sql`(l."createdAt" AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tashkent')`;
const isDue = sql`l."nextAt" < ${dayStart(sql`(now() AT TIME ZONE 'Asia/Tashkent')`)} + interval '1 day'`;

export const leadOrders: Record<LeadSort, Prisma.Sql> = {
  newest: sql`l."createdAt" DESC, l."id" DESC`,
  oldest: sql`l."createdAt", l."id"`,
  longest: sql`l."durationS" DESC, l."id" DESC`,
  due: sql`CASE WHEN ${isDue} THEN l."nextAt" END NULLS LAST, l."createdAt" DESC, l."id" DESC`,
};

const ofCall = (condition: Prisma.Sql) =>
  sql`EXISTS (SELECT 1 FROM "Call" c WHERE c."id" = l."callId" AND ${condition})`;

const metAgent = ofCall(sql`c."startedAt" IS NOT NULL AND NOT c."trial"`);
/** How a call ended (lib/contracts/choices.ts). A subquery reads turns by their index; with EXISTS Postgres may scan the table. */
export const callEnd = sql`CASE WHEN c."endReason" = 'agent_closed' AND c."waits" = ''
    AND (SELECT true FROM "Turn" t WHERE t."callId" = c."id" AND t."speaker" = 'visitor' LIMIT 1) IS NULL THEN 'silent'
  ELSE coalesce(c."endReason"::text, 'unknown') END`;
const notReached = sql`${callEnd} <> 'agent_closed'`;

export function leadWhere(query: Partial<LeadQuery>): Prisma.Sql {
  const {
    ids,
    status,
    mark,
    from,
    to,
    recording,
    missed,
    next,
    call,
    language,
    hour,
    weekday,
    end,
    left,
    model,
    outcome,
  } = query;
  const parts = [
    ids && sql`l."id" = ANY(${ids}::uuid[])`,
    status && sql`l."status" = ${status}::"ProcessingStatus"`,
    mark && sql`l."mark" = ${mark}::"LeadMark"`,
    from && sql`l."createdAt" >= ${dayStart(sql`${from}`)}`,
    to && sql`l."createdAt" < ${dayStart(sql`${to}`)} + interval '1 day'`,
    recording && sql`(l."audioKey" IS NOT NULL) = ${recording === 'yes'}`,
    missed && sql`l."missed" = ${missed === 'yes'}`,
    next && (next === 'due' ? isDue : sql`l."nextAt" IS NOT NULL`),
    language && sql`l."language" = ${language}`,
    hour !== undefined && sql`extract(hour FROM ${createdLocally}) = ${hour}::int`,
    weekday !== undefined && sql`extract(isodow FROM ${createdLocally}) = ${weekday}::int`,
    call && (call === 'yes' ? metAgent : sql`NOT ${metAgent}`),
    end && ofCall(end === 'not_reached' ? notReached : sql`${callEnd} = ${end}`),
    left !== undefined && ofCall(sql`coalesce(c."lastTopic", '-') = ${left} AND ${notReached}`),
    model && ofCall(sql`(c."promptTokens" IS NOT NULL) = ${model === 'yes'}`),
    outcome &&
      sql`(SELECT a."outcome"::text FROM "Attempt" a WHERE a."leadId" = l."id" ORDER BY a."at" DESC LIMIT 1) = ${outcome}`,
    query.q !== undefined && matchesSearch(query.q),
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? empty : sql`WHERE ${join(parts, ' AND ')}`;
}

const letter = /\p{L}/u;

/**
 * Matches each word as a prefix, digits also within a number. Groups of digits match in their order, or "90" at a number's end
 * would match the network code of another number. The words contain no operators of to_tsquery.
 */
function matchesSearch(q: string): Prisma.Sql {
  const words = searchWords(q).map((word) => `${word}:*`);
  const number = phonePart(q);
  const tsOperator = letter.test(q) ? ' & ' : ' <-> ';
  const parts = [
    number !== undefined && sql`l."phone" LIKE ${`%${number}%`} OR l."originalPhone" LIKE ${`%${number}%`}`,
    words.length > 0 &&
      sql`to_tsvector('simple', l."searched") @@ to_tsquery('simple', ${words.join(tsOperator)})`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? sql`true` : sql`(${join(parts, ' OR ')})`;
}

/**
 * The digits of a searched number without its country code, however typed: `+998 90 111-22-33`, `tel:890/111 22 33`,
 * `Aziza, 90 111 22 33`.
 */
function phonePart(q: string): string | undefined {
  const typed = letter.test(q) ? /\d(?:[^\p{L}\d]{0,3}\d){6,}/u.exec(q)?.[0] : q;
  if (typed === undefined) return undefined;
  if (phoneProblem(typed) === null) return phoneDigits(typed).slice(-9);
  // A partly typed number: the country code with or without the zeros before it.
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+(?=998)/, '');
  return digits.length < 3 ? undefined : digits.slice(-9);
}
