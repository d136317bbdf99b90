import {
  type Comparison,
  type ComparisonProgress,
  type ComparisonTask,
  comparisonProgress,
} from '../../contracts/evaluation.ts';
import { AppError } from '../../contracts/errors.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { z } from '../../contracts/schema.ts';
import { agentUnderstands } from '../calls/engine.ts';
import type { PlanComparison } from '../generated/prisma/client.ts';
import { publishedVersion, trialRevision } from '../plan/plan-versions.ts';
import { db } from '../platform/db.ts';
import { saveTrialVersion } from './agent-plan.ts';

/** A conversation with a slow model takes less. */
const lostAfterMs = 5 * 60_000;

/**
 * Queues a comparison of the draft with the published plan; cancels a running one.
 * @throws AppError draft_changed, invalid_field if the draft is incomplete, not_found without a draft or a language model
 */
export async function startComparison(revision: number, language: Language): Promise<void> {
  if (!agentUnderstands()) throw new AppError('not_found', { detail: 'No language model is set up.' });
  const published = await publishedVersion();
  const draft = await saveTrialVersion(revision);
  if (draft === undefined || draft === published)
    throw new AppError('not_found', { detail: 'There is no draft.' });
  await db().$transaction([
    db().planComparison.deleteMany(),
    db().planComparison.create({ data: { draft, published, language } }),
  ]);
}

export async function cancelComparison(): Promise<void> {
  await db().planComparison.updateMany({ data: { isCancelled: true } });
}

/** The last comparison. */
export async function readComparison(): Promise<Comparison | null> {
  const row = await db().planComparison.findFirst({ orderBy: { createdAt: 'desc' } });
  if (row === null) return null;
  // Progress of an earlier release may have another shape.
  const { data: progress } = comparisonProgress.safeParse(row.progress);
  return {
    revision: trialRevision(row.draft),
    language: z.enum(languages).parse(row.language),
    state: stateOf(row, progress),
    progress,
  };
}

function stateOf(
  { workerId, isCancelled, updatedAt }: PlanComparison,
  progress: ComparisonProgress | undefined,
): Comparison['state'] {
  if (progress?.end !== undefined) return progress.end;
  if (isCancelled) return 'cancelled';
  if (workerId === null) return 'waiting';
  return Date.now() - updatedAt.getTime() > lostAfterMs ? 'lost' : 'running';
}

/** Assigns an unassigned comparison to this worker, once. */
export async function claimComparison(workerId: string): Promise<ComparisonTask | undefined> {
  const unassigned = { workerId: null, isCancelled: false };
  const row = await db().planComparison.findFirst({ where: unassigned });
  if (row === null) return undefined;
  const { id, draft, published } = row;
  const language = z.enum(languages).parse(row.language);
  const { count } = await db().planComparison.updateMany({
    where: { id, ...unassigned },
    data: { workerId },
  });
  return count === 0 ? undefined : { id, draft, published: published ?? undefined, language };
}

/** Returns false if the comparison was cancelled or replaced. */
export async function saveComparisonProgress(id: string, progress: ComparisonProgress): Promise<boolean> {
  const { count } = await db().planComparison.updateMany({
    where: { id, isCancelled: false },
    data: { progress },
  });
  return count > 0;
}
