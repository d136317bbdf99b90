import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { readRows } from '../platform/sql.ts';

const { raw, sql } = Prisma;

/** Names come from this many newest versions of the plan. */
const namedVersions = 20;
const namedTopic = z.object({ id: z.string(), name: z.string() });

/** Names of the topics by id: their purpose in the owner's words, from the newest plans. */
export async function topicNames(): Promise<Map<string, string>> {
  const rows = await readRows(
    namedTopic,
    sql`SELECT DISTINCT ON (1) topic->>'id' AS "id", topic->>'findOut' AS "name"
     FROM (SELECT "number", "plan" FROM "PlanVersion" ORDER BY "number" DESC LIMIT ${raw(`${namedVersions}`)}) AS recent,
       jsonb_array_elements("plan"->'topics') AS topic ORDER BY 1, "number" DESC`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
