import { AppError, type ErrorCode, errorCatalogue } from '../../../contracts/errors.ts';
import type { Prisma, ProcessingStatus } from '../../generated/prisma/client.ts';
import { type Attempt, AttemptLost } from '../../platform/attempt.ts';
import { announceLead } from './announce.ts';
import { type Tx, db } from '../../platform/db.ts';
import { type JobData, sendJob } from '../../platform/queue.ts';
import { VendorFault } from '../../platform/vendor.ts';
import type { Passage } from '../dialogue.ts';
import { searchedText } from '../repository.ts';
import { sumUp, transcriptionOf, writeDown } from './describe-lead.ts';
import { type HeardLead, hearLead } from './hear.ts';

/**
 * Sends a lead to be processed as it now is. Raising its revision makes whatever was being done for an older one
 * come to nothing.
 * @param startAfterS how long to wait first, in seconds
 */
export async function queueProcessing(tx: Tx, leadId: string, startAfterS = 0): Promise<void> {
  const { revision } = await tx.lead.update({
    where: { id: leadId },
    data: { revision: { increment: 1 }, status: 'pending', error: null },
    select: { revision: true },
  });
  await sendJob(tx, 'process-lead', { leadId, revision }, { startAfter: startAfterS });
}

/**
 * What an admin asks for by hand: allowed for any lead that is not being processed (spec.md section 4).
 * @throws AppError lead_not_found or already_processing
 */
export async function reprocessLead(leadId: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const free = await tx.lead.updateMany({
      where: { id: leadId, status: { not: 'processing' } },
      data: { status: 'pending' },
    });
    if (free.count === 1) return queueProcessing(tx, leadId);
    const lead = await tx.lead.findUnique({ where: { id: leadId }, select: { id: true } });
    throw new AppError(lead === null ? 'lead_not_found' : 'already_processing');
  });
}

type Named = JobData['process-lead'];

/** What an admin reads when every try has failed for no reason that we know; the cause is in the log, under the job. */
const failedText = errorCatalogue.processing_failed.detail;

/** Trying again would end the same way: somebody has to change something first. */
const hopeless = new Set<ErrorCode>([
  'invalid_audio',
  'too_large',
  'audio_not_found',
  'language_model_refused',
]);

function isHopeless({ code, cause }: AppError): boolean {
  return hopeless.has(code) || (cause instanceof VendorFault && cause.kind === 'refused');
}

/** How often a vendor may say when to come back before that counts as a failure. */
const mostDeferrals = 5;
const longestDeferralS = 3600;

/**
 * The job that takes a lead from pending to completed or failed. It counts for one revision of the lead: when the lead has changed
 * meanwhile, another job is on its way and this one writes nothing.
 */
export async function processLead(attempt: Attempt<Named>): Promise<void> {
  const begun = await write(db(), attempt.data, { status: 'processing' });
  if (!begun) return;
  try {
    const heard = await hearLead(attempt.data.leadId);
    // Kept before anybody else is asked, so that it is there when a vendor fails; what an earlier time found out is worth more.
    if (heard.isNew) await write(db(), attempt.data, written(heard, heard.dialogue));
    const dialogue = await writeDown(heard);
    const summary = await sumUp(dialogue.found, heard);
    const summaryText = summary.found === null ? null : JSON.stringify(summary.found);
    await db().$transaction(async (tx) => {
      await attempt.complete(tx);
      await write(tx, attempt.data, {
        status: 'completed',
        ...written(heard, dialogue.found, summaryText),
        missing: [...dialogue.missing, ...summary.missing],
      });
      await announceLead(tx, attempt.data.leadId);
    });
  } catch (error) {
    if (error instanceof AttemptLost) throw error;
    await db().$transaction((tx) => settleFailure(tx, attempt, error));
    throw error;
  }
}

/** A job whose workers died each time: its lead must not wait for ever. */
export async function giveUpLead({ data }: Attempt<Named>): Promise<void> {
  await write(db(), data, { status: 'failed', error: failedText });
}

async function settleFailure(tx: Tx, attempt: Attempt<Named>, error: unknown): Promise<void> {
  const known = error instanceof AppError ? error : null;
  const failed = { status: 'failed' as const, error: known?.message ?? failedText };
  if (known !== null && isHopeless(known)) {
    await attempt.complete(tx);
    await write(tx, attempt.data, failed);
    await announceLead(tx, attempt.data.leadId);
    return;
  }
  const deferrals = attempt.data.deferrals ?? 0;
  if (known?.retryAfterS !== undefined && deferrals < mostDeferrals) {
    await attempt.complete(tx);
    const startAfter = Math.min(longestDeferralS, Math.ceil(known.retryAfterS));
    await sendJob(tx, 'process-lead', { ...attempt.data, deferrals: deferrals + 1 }, { startAfter });
    await write(tx, attempt.data, { status: 'pending' });
    return;
  }
  await attempt.fail(tx, error);
  await write(tx, attempt.data, attempt.isLast ? failed : { status: 'pending' });
  if (attempt.isLast) await announceLead(tx, attempt.data.leadId);
}

function written(heard: HeardLead, dialogue: Passage[], summary: string | null = null) {
  const transcription = transcriptionOf(dialogue);
  return {
    dialogue: dialogue.map((passage) => ({ ...passage })),
    transcription,
    summary,
    peaks: heard.recording?.peaks ?? null,
    searched: searchedText({ ...heard, transcription, summary }),
  };
}

/** Writes to the revision of the lead that the job is for; false if the lead is gone or has changed, or is done. */
async function write(
  tx: Tx,
  { leadId, revision }: Named,
  data: Prisma.LeadUpdateManyMutationInput,
): Promise<boolean> {
  const unfinished = { in: ['pending', 'processing'] satisfies ProcessingStatus[] };
  const { count } = await tx.lead.updateMany({ where: { id: leadId, revision, status: unfinished }, data });
  return count === 1;
}
