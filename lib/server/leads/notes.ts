import type { CallEventOf } from '../../contracts/call-events.ts';
import { type Answer, answer, leadSummary } from '../../contracts/interview.ts';
import { nextStepMaxChars } from '../../contracts/leads.ts';
import { fallbackLanguage, isLanguage } from '../../i18n/language.ts';
import type { Tx } from '../platform/db.ts';
import { updateLead } from './lead-writes.ts';
import { summaryFromAnswers } from './summarize.ts';

export type NoteEvent = CallEventOf<
  'answer' | 'phone_corrected' | 'call_back_at' | 'hand_over' | 'recording_refused'
>;

/** Stores the agent's notes, idempotent by index. Returns true if any was new. */
export async function writeNotes(tx: Tx, callId: string, events: NoteEvent[]): Promise<boolean> {
  if (events.length === 0) return false;
  const data = events.map((event) => ({ callId, index: event.index, kind: event.type, ...contentOf(event) }));
  const { count } = await tx.note.createMany({ data, skipDuplicates: true });
  return count > 0;
}

function contentOf(event: NoteEvent) {
  switch (event.type) {
    case 'answer':
      return { topic: event.topic, field: event.field, value: event.value };
    case 'phone_corrected':
      return { value: event.phone };
    case 'call_back_at':
      return { value: event.when, at: event.atMs === undefined ? null : new Date(event.atMs) };
    case 'hand_over':
      return { value: event.reason };
    case 'recording_refused':
      return { value: '' };
  }
}

/** The notes of a call: the last of each kind, and the last answer to each topic. */
interface CallNotes {
  answers: Answer[];
  correctedPhone: string | null;
  callBack: string | null;
  callBackAt: Date | null;
  handOver: string | null;
}

async function notesOf(tx: Tx, callId: string): Promise<CallNotes> {
  const notes = await tx.note.findMany({ where: { callId }, orderBy: { index: 'asc' } });
  const lastNote = (kind: NoteEvent['type']) => notes.findLast((note) => note.kind === kind);
  const answers = new Map<string, Answer>();
  for (const note of notes) {
    const parsed = answer.safeParse(note);
    if (note.kind === 'answer' && parsed.success) answers.set(parsed.data.topic, parsed.data);
  }
  return {
    answers: [...answers.values()],
    correctedPhone: lastNote('phone_corrected')?.value ?? null,
    callBack: lastNote('call_back_at')?.value ?? null,
    callBackAt: lastNote('call_back_at')?.at ?? null,
    handOver: lastNote('hand_over')?.value ?? null,
  };
}

/** Updates a lead from the notes of its call. Until processing is done, the summary consists of the answers. */
export async function writeNotesToLead(tx: Tx, callId: string): Promise<void> {
  const call = await tx.call.findUnique({ where: { id: callId }, select: { phone: true, lead: true } });
  if (call?.lead == null) return;
  const { lead } = call;
  const { answers, correctedPhone, callBack, callBackAt, handOver } = await notesOf(tx, callId);
  const phone = correctedPhone ?? call.phone ?? lead.phone;
  const language = isLanguage(lead.language) ? lead.language : fallbackLanguage;
  const earlySummary = summaryFromAnswers(answers, { language, callBack, handOver });
  const processedSummary = lead.status === 'completed' ? leadSummary.catch({}).parse(lead.summary) : {};
  const mergedSummary = { ...earlySummary, ...processedSummary };
  const summary = Object.keys(mergedSummary).length === 0 ? {} : { summary: mergedSummary };
  // An agreed time becomes the next action, unless the office has planned another one or marked the lead.
  const isNew = callBackAt?.getTime() !== lead.callBackAt?.getTime();
  const isFree = lead.nextAt === null || lead.nextAt.getTime() === lead.callBackAt?.getTime();
  const plannedAction =
    isNew && isFree && lead.mark === 'to_call'
      ? { nextAt: callBackAt, nextStep: (callBack ?? '').slice(0, nextStepMaxChars) }
      : {};
  const originalPhone = call.phone !== null && phone !== call.phone ? call.phone : null;
  await updateLead(tx, lead.id, {
    phone,
    originalPhone,
    answers: answers.map(({ topic, field, value }) => ({ topic, field, value })),
    callBack,
    callBackAt,
    ...plannedAction,
    handOver,
    ...summary,
  });
}
