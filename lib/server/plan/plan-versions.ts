import { type PlanDraft, planDraft, planOf } from '../../contracts/agent-plan.ts';
import { AppError } from '../../contracts/errors.ts';
import type { InterviewPlan } from '../../contracts/interview.ts';
import { db } from '../platform/db.ts';
import { log } from '../platform/log.ts';
import { currentPlan } from './interview-plan.ts';

const publishedPrefix = 'v';
const trialPrefix = 'draft-';

export const publishedName = (number: number) => `${publishedPrefix}${number}`;
export const trialName = (revision: number) => `${trialPrefix}${revision}`;

/** The revision of the draft in a trial's name. */
export const trialRevision = (name: string) => Number(name.slice(trialPrefix.length));

export function storedDraft(stored: unknown): PlanDraft {
  return planDraft.parse(stored);
}

/** The version of new calls; undefined before the first one is published: then the agent's own files apply. */
export async function publishedVersion(): Promise<string | undefined> {
  const last = await db().planVersion.findFirst({ orderBy: { number: 'desc' }, select: { number: true } });
  return last === null ? undefined : publishedName(last.number);
}

/** The plan of new calls. */
export async function publishedPlan(): Promise<InterviewPlan> {
  const last = await db().planVersion.findFirst({ orderBy: { number: 'desc' } });
  if (last === null) return currentPlan();
  return planOf(storedDraft(last.plan), publishedName(last.number)).data ?? currentPlan();
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

/** This process's own plan, then every published one, the latest first. */
export async function* allPlans(): AsyncGenerator<InterviewPlan> {
  yield currentPlan();
  const next = (number?: { lt: number }) =>
    db().planVersion.findFirst({ where: { number }, orderBy: { number: 'desc' } });
  for (let row = await next(); row !== null; row = await next({ lt: row.number }))
    yield planOf(storedDraft(row.plan)).data ?? currentPlan();
}

/**
 * The plan of a published version, or of a draft used in a trial.
 * @throws AppError not_found
 */
export async function planOfVersion(version: string): Promise<InterviewPlan> {
  const [, kind, digits] = /^(v|draft-)(\d{1,9})$/.exec(version) ?? [];
  const number = Number(digits);
  const select = { plan: true } as const;
  const row =
    kind === publishedPrefix
      ? await db().planVersion.findUnique({ where: { number }, select })
      : kind === trialPrefix
        ? await db().planTrial.findUnique({ where: { revision: number }, select })
        : null;
  if (row === null) throw new AppError('not_found', { detail: 'There is no such version of the plan.' });
  return planOf(storedDraft(row.plan), version).data ?? currentPlan();
}

/** The plan of a past call; if unknown, that of this process. */
export async function planOfCall(version: string | null | undefined): Promise<InterviewPlan> {
  if (version == null || version === currentPlan().version) return currentPlan();
  try {
    return await planOfVersion(version);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'not_found')) throw cause;
    // A version of the agent's own files, which this process does not have.
    log.warn('plan_version_not_found', { version });
    return currentPlan();
  }
}
