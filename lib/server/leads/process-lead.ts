import { db, type Tx } from '../db.ts';
import type { Prisma, ProcessingStatus } from '../generated/prisma/client.ts';
import { AttemptLost, type Attempt } from '../jobs/attempt.ts';
import type { JobData } from '../jobs/queues.ts';
import { describeLead } from './describe-lead.ts';

type Named = JobData['process-lead'];

/** What an admin reads when every try has failed; the cause is in the log, under the job. */
const failedText = 'The conversation could not be processed. Try again later.';

/**
 * The job that takes a lead from pending to completed or failed. It counts for one revision of the lead: when the lead has changed
 * meanwhile, another job is on its way and this one writes nothing.
 */
export async function processLead(attempt: Attempt<Named>): Promise<void> {
  const begun = await write(db(), attempt.data, { status: 'processing' });
  if (!begun) return;
  try {
    const { transcription, summary } = await describeLead(attempt.data.leadId);
    await db().$transaction(async (tx) => {
      await attempt.complete(tx);
      await write(tx, attempt.data, {
        status: 'completed',
        transcription,
        summary: summary === null ? null : JSON.stringify(summary),
      });
    });
  } catch (error) {
    if (error instanceof AttemptLost) throw error;
    await db().$transaction(async (tx) => {
      await attempt.fail(tx, error);
      await write(
        tx,
        attempt.data,
        attempt.isLast ? { status: 'failed', error: failedText } : { status: 'pending' },
      );
    });
    throw error;
  }
}

/** A job whose workers died each time: its lead must not wait for ever. */
export async function giveUpLead({ data }: Attempt<Named>): Promise<void> {
  await write(db(), data, { status: 'failed', error: failedText });
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
