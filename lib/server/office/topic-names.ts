import { z } from 'zod';
import { topics } from '../../contracts/interview.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import { readRows } from '../platform/sql.ts';

const { raw, sql } = Prisma;

/** Names come from this many newest versions of the plan. */
const namedVersions = 20;
const namedTopic = z.object({ id: z.string(), name: z.string() });

/** Names of the owner's topics by id: their purpose in the owner's words, from the newest plans and that of the files. */
export async function topicNames(): Promise<Map<string, string>> {
  const rows = await readRows(
    namedTopic,
    sql`SELECT DISTINCT ON (1) topic->>'id' AS "id", topic->>'findOut' AS "name"
     FROM (SELECT "number", "plan" FROM "PlanVersion" ORDER BY "number" DESC LIMIT ${raw(`${namedVersions}`)}) AS recent,
       jsonb_array_elements("plan"->'topics') AS topic ORDER BY 1, "number" DESC`,
  );
  const names = new Map(configuredPlan().topics.map(({ id, findOut }) => [id, findOut]));
  for (const { id, name } of rows) names.set(id, name);
  return new Map([...names].filter(([id, name]) => !isBuiltIn(id, name)));
}

/** A topic with its built-in words has a name in messages/. The owner may give the same topic other words. */
function isBuiltIn(id: string, name: string): boolean {
  return topics.some((topic) => topic.id === id && topic.findOut === name);
}
