import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import { readRows } from '../platform/sql.ts';

const { raw, sql } = Prisma;

/** Topics are named as these last versions of the plan have them. */
const namedVersions = 20;
const namedTopic = z.object({ id: z.string(), name: z.string() });

/** Names of the topics by id: what each is to find out, in the owner's words, as the newest plans have it. */
export async function topicNames(): Promise<Map<string, string>> {
  const named = await readRows(
    namedTopic,
    sql`SELECT DISTINCT ON (1) topic->>'id' AS "id", topic->>'findOut' AS "name"
     FROM (SELECT "number", "plan" FROM "PlanVersion" ORDER BY "number" DESC LIMIT ${raw(`${namedVersions}`)}) AS recent,
       jsonb_array_elements("plan"->'topics') AS topic ORDER BY 1, "number" DESC`,
  );
  return new Map(named.map(({ id, name }) => [id, name]));
}
