import { isDeepStrictEqual } from 'node:util';
import {
  type AgentPage,
  type PlanDraft,
  type PlanVersionInfo,
  draftOf,
  planOf,
} from '../../contracts/agent-plan.ts';
import { AppError } from '../../contracts/errors.ts';
import { topics } from '../../contracts/interview.ts';
import { languages } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import type { MessageKey } from '../../i18n/strings.ts';
import { agentUnderstands } from '../calls/engine.ts';
import { configuredPlan } from '../plan/interview-plan.ts';
import {
  publishedLabel,
  publishedPlan,
  publishedVersion,
  storedDraft,
  trialName,
} from '../plan/plan-versions.ts';
import { type PlanVersion, Prisma } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';

/** The only row of PlanDraft: a constraint of the table refuses others. */
const id = 1;
const maxVersions = 200;

/** The published plan, the draft, and the earlier versions. */
export async function readAgentPage(): Promise<AgentPage> {
  const [draft, rows] = await Promise.all([
    db().planDraft.findUnique({ where: { id } }),
    db().planVersion.findMany({ orderBy: { number: 'desc' }, take: maxVersions, omit: { plan: true } }),
  ]);
  const [latest] = rows;
  return {
    engine: agentUnderstands() ? 'model' : 'script',
    published:
      latest === undefined
        ? { version: configuredPlan().version, plan: draftOf(configuredPlan()) }
        : { version: publishedLabel(latest.number), plan: (await readVersion(latest.number)).plan },
    base: draftOf(configuredPlan()),
    draft: {
      revision: draft?.revision ?? 0,
      plan: draft?.plan == null ? null : storedDraft(draft.plan),
      updatedAt: draft?.plan == null ? null : draft.updatedAt.toISOString(),
    },
    versions: rows.map(infoOf),
    builtIn: builtInWords(),
  };
}

function builtInWords(): AgentPage['builtIn'] {
  const inLanguages = (key: MessageKey) =>
    Object.fromEntries(languages.map((language) => [language, messagesOf[language][key]]));
  return {
    greeting: inLanguages('agent_greeting'),
    topics: Object.fromEntries(
      topics.map(({ id }) => [
        id,
        {
          ask: inLanguages(`agent_ask_${id}`),
          askAgain: inLanguages(`agent_ask_again_${id}`),
          thanks: inLanguages(`agent_thanks_${id}`),
        },
      ]),
    ),
  };
}

function infoOf({ number, author, note, restores, createdAt }: Omit<PlanVersion, 'plan'>): PlanVersionInfo {
  return { number, author, note, restores, createdAt: createdAt.toISOString() };
}

/**
 * Returns a version with its plan.
 * @throws AppError not_found
 */
export async function readVersion(number: number): Promise<PlanVersionInfo & { plan: PlanDraft }> {
  const row = await db().planVersion.findUnique({ where: { number } });
  if (row === null) throw new AppError('not_found', { detail: 'There is no such version.' });
  return { ...infoOf(row), plan: storedDraft(row.plan) };
}

/**
 * Saves the draft. `revision` is the one that the editor has seen, so nobody overwrites unseen changes.
 * @throws AppError draft_changed
 */
export async function saveDraft(revision: number, plan: PlanDraft): Promise<number> {
  return db().$transaction((tx) => writeDraft(tx, revision, plan));
}

/** @throws AppError draft_changed */
export async function discardDraft(revision: number): Promise<number> {
  return db().$transaction((tx) => writeDraft(tx, revision, null));
}

/** Returns the new revision; the row stays locked until the transaction ends. */
async function writeDraft(tx: Tx, revision: number, plan: PlanDraft | null): Promise<number> {
  await tx.planDraft.createMany({ data: { id }, skipDuplicates: true });
  const { count } = await tx.planDraft.updateMany({
    where: { id, revision },
    data: { plan: plan ?? Prisma.DbNull, revision: { increment: 1 } },
  });
  if (count === 0) throw new AppError('draft_changed');
  return revision + 1;
}

/**
 * Publishes the draft as the version of new calls.
 * @throws AppError draft_changed; invalid_field if it is incomplete; not_found if there is none
 */
export async function publishDraft(
  revision: number,
  signature: { author: string; note: string },
): Promise<{ number: number; revision: number }> {
  return db().$transaction(async (tx) => {
    const draft = await draftAt(tx, revision);
    const newRevision = await writeDraft(tx, revision, null);
    return { number: await addVersion(tx, { ...signature, plan: draft }), revision: newRevision };
  });
}

/**
 * Publishes an older version again as the next one. A draft with changes stays; one without would undo the restoration.
 * @throws AppError not_found
 */
export async function restoreVersion(restores: number, author: string): Promise<number> {
  const [{ plan }, published] = await Promise.all([readVersion(restores), publishedPlan()]);
  return db().$transaction(async (tx) => {
    await tx.planDraft.createMany({ data: { id }, skipDuplicates: true });
    // Writing this row locks it, so concurrent publishers get consecutive numbers.
    await tx.planDraft.updateMany({ where: { id }, data: { id } });
    const draft = await tx.planDraft.findUniqueOrThrow({ where: { id } });
    const edited = draft.plan === null ? undefined : planOf(storedDraft(draft.plan), published.version).data;
    if (isDeepStrictEqual(edited, published)) await writeDraft(tx, draft.revision, null);
    return addVersion(tx, { plan, author, note: '', restores });
  });
}

async function addVersion(
  tx: Tx,
  version: { plan: PlanDraft; author: string; note: string; restores?: number },
): Promise<number> {
  requireComplete(version.plan);
  const latest = await tx.planVersion.findFirst({ orderBy: { number: 'desc' }, select: { number: true } });
  const number = (latest?.number ?? 0) + 1;
  await tx.planVersion.create({ data: { ...version, number } });
  return number;
}

/** @throws AppError draft_changed, or not_found if there is no draft */
async function draftAt(tx: Tx, revision: number): Promise<PlanDraft> {
  const draft = await tx.planDraft.findUnique({ where: { id } });
  if (draft === null || draft.revision !== revision) throw new AppError('draft_changed');
  if (draft.plan === null) throw new AppError('not_found', { detail: 'There is no draft.' });
  return storedDraft(draft.plan);
}

/** @throws AppError invalid_field that names the field */
function requireComplete(draft: PlanDraft): void {
  const { error } = planOf(draft);
  if (error) throw error;
}

/**
 * Saves the current draft as a trial version.
 * @returns its name; without a draft, the name of the published version
 * @throws AppError draft_changed, or invalid_field if it is incomplete
 */
export async function saveTrialVersion(revision: number): Promise<string | undefined> {
  const draft = await db().planDraft.findUnique({ where: { id } });
  if ((draft?.revision ?? 0) !== revision) throw new AppError('draft_changed');
  if (draft?.plan == null) return publishedVersion();
  const plan = storedDraft(draft.plan);
  requireComplete(plan);
  await db().planTrial.createMany({ data: { revision, plan }, skipDuplicates: true });
  const select = { revision: true, createdAt: true } as const;
  return trialName(await db().planTrial.findUniqueOrThrow({ where: { revision }, select }));
}
