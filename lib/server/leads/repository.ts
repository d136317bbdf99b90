import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import type { Verdict } from '../../contracts/interview.ts';
import {
  type LeadAttempt,
  type LeadDetail,
  type LeadList,
  type LeadQuery,
  type SamePhoneLead,
  callFigures,
  leadQuery,
} from '../../contracts/leads.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { questionCounts, versionLabel } from '../plan/plan-versions.ts';
import { db } from '../platform/db.ts';
import { isoOf, readRows } from '../platform/sql.ts';
import { callEnd, leadOrders, leadWhere } from './lead-query.ts';
import { leadColumns, leadOf, leadRow, peaksOf } from './lead-row.ts';

const { empty, sql } = Prisma;

/** Further columns of a row of the desk. */
const deskColumns = sql`, l."peaks", met."end", met."planVersion",
  (SELECT count(*)::int FROM "Attempt" a WHERE a."leadId" = l."id") AS "attemptCount",
  (SELECT count(*)::int FROM "Lead" s WHERE s."phone" = l."phone") AS "samePhoneCount"`;

/** The call with the agent, if there was one. */
const metCall = sql`LEFT JOIN LATERAL (
    SELECT ${callEnd} AS "end", c."planVersion"
    FROM "Call" c WHERE c."id" = l."callId" AND c."startedAt" IS NOT NULL AND NOT c."trial"
  ) met ON true`;

const detailRow = leadRow.extend({
  peaks: z.custom<Uint8Array | null>(),
  termsVersion: z.string().nullable(),
  agreedAt: z.date().nullable(),
  figures: z.unknown(),
  attempts: z.custom<LeadAttempt[] | null>(),
  samePhone: z.custom<SamePhoneLead[] | null>(),
  verdicts: z.custom<Verdict[] | null>(),
});

const samePhoneLimit = 50;

/**
 * One lead with all that its card shows: waveform, consent, figures, attempts, verdicts, and other leads of its number.
 * @throws AppError lead_not_found
 */
export async function readLeadDetail(id: string): Promise<LeadDetail> {
  const [row] = await readRows(
    detailRow,
    sql`SELECT ${leadColumns}, l."peaks", l."verdicts", coalesce(c."termsVersion", l."termsVersion") AS "termsVersion",
       coalesce(c."agreedAt", l."agreedAt") AT TIME ZONE 'UTC' AS "agreedAt",
       json_build_object('planVersion', c."planVersion", 'startedAt', ${isoOf('c."startedAt"')}, 'promptTokens', c."promptTokens",
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
    figures: figuresOf(row.figures),
    attempts: row.attempts ?? [],
    samePhone: row.samePhone ?? [],
    verdicts: row.verdicts ?? [],
  };
}

function figuresOf(stored: unknown): LeadDetail['figures'] {
  const { data } = callFigures.safeParse(stored);
  if (data?.planVersion == null) return data;
  return { ...data, planVersion: versionLabel(data.planVersion) };
}

function consentOf({ termsVersion, agreedAt, language }: z.infer<typeof detailRow>): LeadDetail['consent'] {
  if (termsVersion === null || agreedAt === null) return undefined;
  return { termsVersion, agreedAt: agreedAt.toISOString(), language: language ?? '' };
}

/** The leads that match a query, as the API answers them. Only a paged list has the desk's columns. */
export async function listLeads(query: LeadQuery = leadQuery.parse({})): Promise<LeadList> {
  const where = leadWhere(query);
  const isPaged = query.limit !== undefined || query.offset > 0;
  const range = sql`LIMIT ${query.limit ?? null}::int OFFSET ${query.offset}::int`;
  const rows = readRows(
    leadRow,
    sql`SELECT ${leadColumns}${isPaged ? deskColumns : empty} FROM "Lead" l ${isPaged ? metCall : empty} ${where}
      ORDER BY ${leadOrders[query.sort]} ${isPaged ? range : empty}`,
  );
  const [found, total] = await Promise.all([rows, isPaged ? countLeads(query) : null]);
  const questions = await questionCounts(found.flatMap(({ planVersion }) => planVersion ?? []));
  return { leads: found.map((row) => leadOf(row, questions)), total: total ?? found.length };
}

export async function countLeads(query: Partial<LeadQuery>): Promise<number> {
  const statement = sql`SELECT count(*)::int AS "count" FROM "Lead" l ${leadWhere(query)}`;
  const [row] = await readRows(z.object({ count: z.number() }), statement);
  return row?.count ?? 0;
}

/** Null if the lead was deleted. */
export function findLeadForNotice(id: string) {
  const select = { id: true, phone: true, createdAt: true, durationS: true, summary: true } as const;
  return db().lead.findUnique({ where: { id }, select });
}
