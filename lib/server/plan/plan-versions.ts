import { z } from 'zod';
import { type PlanDraft, planDraft, planOf } from '../../contracts/agent-plan.ts';
import { AppError } from '../../contracts/errors.ts';
import type { InterviewPlan } from '../../contracts/interview.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { db } from '../platform/db.ts';
import { log } from '../platform/log.ts';
import { readRows } from '../platform/sql.ts';
import { configuredPlan } from './interview-plan.ts';

const publishedPrefix = 'v';
const trialPrefix = 'draft-';

/** The version as the office shows it. */
export const publishedLabel = (number: number) => `${publishedPrefix}${number}`;

/** The label of a published version's name; other names stay unchanged. */
export function versionLabel(name: string): string {
  const { prefix, number } = parseName(name);
  return prefix === publishedPrefix ? publishedLabel(number) : name;
}

/**
 * An agent caches plans by these names. A restored backup counts the same numbers again, so a name has its time of creation as
 * well.
 */
function publishedName({ number, createdAt }: { number: number; createdAt: Date }): string {
  return `${publishedLabel(number)}-${stampOf(createdAt)}`;
}
export function trialName({ revision, createdAt }: { revision: number; createdAt: Date }): string {
  return `${trialPrefix}${revision}-${stampOf(createdAt)}`;
}

const stampOf = (createdAt: Date) => createdAt.getTime().toString(36);

/** Names of earlier releases have no time. */
function parseName(name: string) {
  const [, prefix, digits, stamp] = /^(v|draft-)(\d{1,9})(?:-([0-9a-z]{1,9}))?$/.exec(name) ?? [];
  return {
    prefix,
    number: Number(digits),
    createdAt: stamp === undefined ? undefined : new Date(Number.parseInt(stamp, 36)),
  };
}

/** The revision of the draft in a trial's name. */
export const trialRevision = (name: string) => parseName(name).number;

export function storedDraft(stored: unknown): PlanDraft {
  return planDraft.parse(stored);
}

/** The version of new calls; undefined before the first one is published: then the agent's own files apply. */
export async function publishedVersion(): Promise<string | undefined> {
  const select = { number: true, createdAt: true } as const;
  const latestRow = await db().planVersion.findFirst({ orderBy: { number: 'desc' }, select });
  return latestRow === null ? undefined : publishedName(latestRow);
}

/** The plan of new calls. */
export async function publishedPlan(): Promise<InterviewPlan> {
  const latestRow = await db().planVersion.findFirst({ orderBy: { number: 'desc' } });
  if (latestRow === null) return configuredPlan();
  return planOf(storedDraft(latestRow.plan), publishedName(latestRow)).data ?? configuredPlan();
}

/** The plan that the draft makes; the published one without a draft, or if it is incomplete. */
export async function draftedPlan(): Promise<InterviewPlan> {
  const draft = await openDraft();
  const plan = draft === null ? undefined : planOf(storedDraft(draft)).data;
  return plan ?? publishedPlan();
}

export async function isDraftOpen(): Promise<boolean> {
  return (await openDraft()) !== null;
}

/** The stored draft, perhaps incomplete; null without one. */
async function openDraft(): Promise<unknown> {
  const draft = await db().planDraft.findFirst({ select: { plan: true } });
  return draft?.plan ?? null;
}

/** The configured plan, then every published one, the latest first. */
export async function* allPlans(): AsyncGenerator<InterviewPlan> {
  yield configuredPlan();
  const findNextRow = (number?: { lt: number }) =>
    db().planVersion.findFirst({ where: { number }, orderBy: { number: 'desc' } });
  for (let row = await findNextRow(); row !== null; row = await findNextRow({ lt: row.number }))
    yield planOf(storedDraft(row.plan)).data ?? configuredPlan();
}

/**
 * The plan of a published version, or of a draft used in a trial.
 * @throws AppError not_found
 */
export async function planOfVersion(version: string): Promise<InterviewPlan> {
  const { prefix, number, createdAt } = parseName(version);
  const select = { plan: true } as const;
  const row =
    prefix === publishedPrefix
      ? await db().planVersion.findUnique({ where: { number, createdAt }, select })
      : prefix === trialPrefix
        ? await db().planTrial.findUnique({ where: { revision: number, createdAt }, select })
        : null;
  if (row === null) throw new AppError('not_found', { detail: 'There is no such version of the plan.' });
  return planOf(storedDraft(row.plan), version).data ?? configuredPlan();
}

const questionRow = z.object({ number: z.number(), createdAt: z.date(), questions: z.number() });

/** How many questions the published versions of these names ask. A name of another plan is absent. */
export async function questionCounts(names: readonly string[]): Promise<Map<string, number>> {
  const numbers = [...new Set(names)]
    .map(parseName)
    .flatMap(({ prefix, number }) => (prefix === publishedPrefix ? [number] : []));
  if (numbers.length === 0) return new Map();
  const rows = await readRows(
    questionRow,
    Prisma.sql`SELECT "number", "createdAt" AT TIME ZONE 'UTC' AS "createdAt", jsonb_array_length("plan"->'topics') AS "questions"
      FROM "PlanVersion" WHERE "number" = ANY(${numbers})`,
  );
  // Names of earlier releases have only the number.
  return new Map(
    rows.flatMap((row) => [
      [publishedName(row), row.questions],
      [publishedLabel(row.number), row.questions],
    ]),
  );
}

/** The plan of a past call, or the configured plan if that one is unknown. */
export async function planOfCall(version: string | null | undefined): Promise<InterviewPlan> {
  if (version == null || version === configuredPlan().version) return configuredPlan();
  try {
    return await planOfVersion(version);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'not_found')) throw cause;
    // A version of the agent's own files, which this process does not have.
    log.warn('plan_version_not_found', { version });
    return configuredPlan();
  }
}
