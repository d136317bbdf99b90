import { z } from 'zod';
import { type RecentFailure, recentFailure } from '../../contracts/vendor-failures.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { isoOf, readRows } from '../platform/sql.ts';

/** Failures in turns of the last hour, the latest first. Uses the index on the call's start, because no call lasts an hour. */
export async function recentFailures(): Promise<RecentFailure[]> {
  const since = Prisma.sql`(now() AT TIME ZONE 'UTC') - interval '1 hour'`;
  return readRows(
    recentFailure.extend({
      detail: z
        .string()
        .nullable()
        .transform((detail) => detail ?? undefined),
    }),
    Prisma.sql`
    SELECT f->>'part' AS "part", f->>'vendor' AS "vendor", f->>'kind' AS "kind", count(*)::int AS "times",
      (array_agg(f->>'detail' ORDER BY t."endedAt" DESC))[1] AS "detail", ${isoOf('max(t."endedAt")')} AS "lastAt"
    FROM "Call" c JOIN "Turn" t ON t."callId" = c."id"
    CROSS JOIN LATERAL jsonb_array_elements(t."metrics"->'failures') AS f
    WHERE c."createdAt" > ${since} - interval '1 hour' AND t."endedAt" > ${since}
    GROUP BY 1, 2, 3 ORDER BY max(t."endedAt") DESC`,
  );
}
