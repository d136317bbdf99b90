import type { Passage } from '../../contracts/leads.ts';
import { AppError, type ErrorCode, errorCatalogue } from '../../contracts/errors.ts';
import { hourS } from '../../time.ts';
import { Prisma, type ProcessingStatus } from '../generated/prisma/client.ts';
import { type Tx, db } from '../platform/db.ts';
import { type JobData, JobLost, type JobRun, sendJob } from '../platform/queue.ts';
import { lockRoom } from './room-lock.ts';
import { joinTrace, traceStep } from '../platform/telemetry.ts';
import { VendorFault } from '../platform/vendor.ts';
import { announceLead } from './announce-lead.ts';
import { speakerNames, transcriptionOf } from './dialogue.ts';
import { judgeConversation } from './judge.ts';
import { type LeadUpdate, startRevision, updateLead } from './lead-writes.ts';
import { withoutRefusal } from './refused-recording.ts';
import { summarizeConversation, summaryFromNotesAndDialogue } from './summarize.ts';
import { type HeardLead, hearLead, transcribePassages } from './transcribe.ts';

const leadsAtOnce = 500;
const unfinished = { in: ['pending', 'processing'] satisfies ProcessingStatus[] };

/**
 * Queues a lead's current state for processing. Raising its revision discards older work in progress.
 * @param startAfterS how long to wait first, in seconds
 */
export async function queueProcessing(tx: Tx, leadId: string, startAfterS = 0): Promise<void> {
  await queueRevision(tx, leadId, { draft: Prisma.DbNull }, startAfterS);
}

async function queueRevision(tx: Tx, leadId: string, changes: Prisma.LeadUpdateInput, startAfter = 0) {
  const revision = await startRevision(tx, leadId, changes);
  await sendJob(tx, 'process-lead', { leadId, revision }, { startAfter });
}

/**
 * Requeues leads whose job may be lost. If a job is only slow, the new one supersedes it.
 * @param time leads unchanged since then are queued
 * @returns how many there were
 */
export async function requeueLeads(time: Date): Promise<number> {
  const where = { status: unfinished, updatedAt: { lte: time } };
  for (let count = 0; ;) {
    const stuckLeads = await db().lead.findMany({ where, select: { id: true }, take: leadsAtOnce });
    for (const { id } of stuckLeads) await db().$transaction((tx) => queueProcessing(tx, id));
    count += stuckLeads.length;
    if (stuckLeads.length < leadsAtOnce) return count;
  }
}

/**
 * Reprocesses a lead by hand, unless it is being processed. A failed one resumes where it stopped; a completed one starts over.
 * @throws AppError lead_not_found or already_processing
 */
export async function reprocessLead(leadId: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const select = { status: true, revision: true, heardRevision: true } as const;
    const lead = await tx.lead.findUnique({ where: { id: leadId }, select });
    if (lead === null) throw new AppError('lead_not_found');
    // The end of a running call processes its lead.
    const expected = {
      revision: lead.revision,
      status: { not: 'processing' },
      NOT: { audioKey: null, call: { endedAt: null } },
    } as const;
    if (!(await updateLead(tx, leadId, { status: 'pending' }, expected)))
      throw new AppError('already_processing');
    const isHeard = lead.status === 'failed' && lead.heardRevision === lead.revision;
    await queueRevision(tx, leadId, isHeard ? { heardRevision: { increment: 1 } } : {});
  });
}

type LeadJob = JobData['process-lead'];

/** The error shown when every try has failed for no known reason; the cause is in the log, under the job. */
const unknownFault = {
  status: 'failed' as const,
  error: errorCatalogue.processing_failed.detail,
  errorCode: 'processing_failed' satisfies ErrorCode,
};

/** A retry would fail, too: somebody must change something first. */
const permanentCodes = new Set<ErrorCode>([
  'invalid_audio',
  'too_large',
  'language_model_refused',
  'speech_refused',
]);

function isPermanent({ code, cause }: AppError): boolean {
  return permanentCodes.has(code) || (cause instanceof VendorFault && cause.kind === 'refused');
}

/** How often a vendor may postpone by Retry-After, for an hour at most, before that counts as a failure. */
const maxDeferrals = 5;
/** A notice waits this long for the name and the goal. Then the office calls back without them. */
const noticeWaitsS = 60;

/** The lead was deleted or changed since this job was queued: another job writes its results and notice. */
class LeadSuperseded extends Error {}

/** The job that takes one revision of a lead from pending to completed or failed. */
export async function processLead(run: JobRun<LeadJob>): Promise<void> {
  try {
    await processRevision(run);
  } catch (error) {
    if (error instanceof LeadSuperseded) return;
    if (error instanceof JobLost) throw error;
    const settled = db().$transaction((tx) => settleFailure(tx, run, error));
    const isSuperseded = await settled.then(() => false, acceptSuperseded);
    if (!isSuperseded) throw error;
  }
}

function acceptSuperseded(error: unknown): true {
  if (error instanceof LeadSuperseded) return true;
  throw error;
}

async function processRevision(run: JobRun<LeadJob>): Promise<void> {
  const { leadId, revision } = run.data;
  const lead = await db().lead.findUnique({ where: { id: leadId }, select: { room: true } });
  const room = lead?.room ?? null;
  joinTrace(room, 'job.process');
  // A trigger updates the call when its dialogue is written. The room's lock comes first, as everywhere, so no deadlock arises.
  const inRoom = (work: (tx: Tx) => Promise<void>) =>
    db().$transaction(async (tx) => {
      if (room !== null) await lockRoom(tx, room);
      await work(tx);
    });
  const store = (data: LeadUpdate) => inRoom((tx) => write(tx, run.data, data));
  // Each step may cost money, so a superseded job begins none.
  const runStep = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await store({ status: 'processing' });
    return traceStep(room, name, work);
  };
  const heard = await runStep('job.hear', () => hearLead(leadId, revision));
  // Stores each step when it is done, so that a retry resumes there. Results of an older revision stay until the new one is
  // complete.
  if (heard.stored === 'nothing')
    await inRoom(async (tx) => {
      if (!isSilent(heard.dialogue)) await reopenSilentLead(tx, leadId);
      await write(tx, run.data, progress(heard, heard.dialogue, revision));
    });
  const storeWords = async (words: Passage[], isDraft = heard.stored === 'older') => {
    await store(isDraft ? { draft: storableDialogue(words) } : progress(heard, words, revision));
  };
  const transcribe = () => transcribePassages(heard, (words) => storeWords(words));
  const { dialogue, missing, fault } = await runStep('job.transcribe', transcribe);
  if (dialogue !== heard.dialogue)
    await storeWords(dialogue, fault !== undefined && heard.stored === 'older');
  if (fault !== undefined) throw fault;
  // If the language model fails, the fields made from the answers stay.
  const earlySummary = summaryFromNotesAndDialogue(dialogue, heard);
  const hasFields = Object.values(earlySummary).some((value) => value !== undefined);
  if (!heard.hasSummary && hasFields) await store({ summary: earlySummary });
  const summary = await runStep('job.summarize', () => summarizeConversation(dialogue, heard));
  const verdicts = await runStep('job.judge', () => judgeConversation(dialogue, heard));
  await inRoom(async (tx) => {
    if (isSilent(dialogue) && heard.stored !== 'older') await closeSilentLead(tx, leadId);
    await endProcessing(tx, run.data, {
      status: 'completed',
      ...progress(heard, dialogue, revision),
      summary: summary.found ?? Prisma.DbNull,
      verdicts: verdicts === null ? Prisma.DbNull : verdicts,
      missing: [...missing, ...summary.missing],
    });
    await run.complete(tx);
  });
}

function isSilent(dialogue: Passage[]): boolean {
  return dialogue.every(({ speaker }) => speaker !== 'visitor');
}

const closedByAgent = { endReason: 'agent_closed', ...withoutRefusal } as const;

/** A call that the agent closed without a visitor's voice needs no call back. Reprocessing leaves the office's mark. */
async function closeSilentLead(tx: Tx, id: string): Promise<void> {
  await updateLead(tx, id, { mark: 'closed' }, { mark: 'to_call', call: closedByAgent });
}

/** Nobody was heard in the recording that closed this lead, but somebody in a later one. */
async function reopenSilentLead(tx: Tx, id: string): Promise<void> {
  const wasHeard = { transcription: { contains: `${speakerNames.visitor}: ` } };
  await updateLead(tx, id, { mark: 'to_call' }, { mark: 'closed', call: closedByAgent, NOT: wasHeard });
}

/** The job's workers died each time: fail the lead, which would otherwise wait for ever. */
export async function failLead({ data }: JobRun<LeadJob>): Promise<void> {
  await db()
    .$transaction((tx) => endProcessing(tx, data, unknownFault))
    .catch(acceptSuperseded);
}

/** Writes before it settles the job: a superseded lead rolls both back, and the job ends without a result. */
async function settleFailure(tx: Tx, run: JobRun<LeadJob>, error: unknown): Promise<void> {
  const appError = error instanceof AppError ? error : null;
  const failedState =
    appError === null ? unknownFault : { ...unknownFault, error: appError.message, errorCode: appError.code };
  if (appError !== null && isPermanent(appError)) {
    await endProcessing(tx, run.data, failedState);
    await run.complete(tx);
    return;
  }
  const deferrals = run.data.deferrals ?? 0;
  if (appError?.retryAfterS !== undefined && deferrals < maxDeferrals) {
    await write(tx, run.data, { status: 'pending' });
    const startAfter = Math.min(hourS, Math.ceil(appError.retryAfterS));
    await sendJob(tx, 'process-lead', { ...run.data, deferrals: deferrals + 1 }, { startAfter });
    if (startAfter > noticeWaitsS) await announceLead(tx, run.data.leadId);
    await run.complete(tx);
    return;
  }
  if (run.isLast) await endProcessing(tx, run.data, failedState);
  else await write(tx, run.data, { status: 'pending' });
  await run.fail(tx, error);
}

/**
 * Ends the processing of a lead, and announces the lead when that first happens.
 * @throws LeadSuperseded
 */
async function endProcessing(tx: Tx, job: LeadJob, data: LeadUpdate): Promise<void> {
  await write(tx, job, data);
  await announceLead(tx, job.leadId);
}

function progress(heard: HeardLead, dialogue: Passage[], heardRevision: number) {
  return {
    dialogue: storableDialogue(dialogue),
    draft: Prisma.DbNull,
    transcription: transcriptionOf(dialogue),
    peaks: heard.peaks,
    heardRevision,
  };
}

function storableDialogue(dialogue: Passage[]) {
  return dialogue.map((passage) => ({ ...passage }));
}

/**
 * Writes to the job's revision of the lead.
 * @throws LeadSuperseded if the lead is gone, has changed or is done
 */
async function write(tx: Tx, { leadId, revision }: LeadJob, data: LeadUpdate): Promise<void> {
  const expected = { revision, status: unfinished };
  if (!(await updateLead(tx, leadId, data, expected))) throw new LeadSuperseded();
}
