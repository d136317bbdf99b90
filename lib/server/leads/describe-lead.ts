import { interviewTopics, type InterviewTopic } from '../../contracts/call-events.ts';
import type { LeadSummary } from '../../contracts/leads.ts';
import { db } from '../db.ts';
import type { Turn } from '../generated/prisma/client.ts';
import { summaryFromAnswers, type Answer } from '../summary/from-answers.ts';

/** What processing finds out about a lead; null where nothing is known. */
export interface LeadDescription {
  /** The dialogue, a line a turn. */
  transcription: string | null;
  summary: LeadSummary | null;
}

const speakerNames = { agent: 'Agent', visitor: 'Visitor' };

/** Describes a lead from what the agent told of its call. */
export async function describeLead(id: string): Promise<LeadDescription> {
  const lead = await db().lead.findUniqueOrThrow({
    where: { id },
    select: { call: { select: { turns: { orderBy: { index: 'asc' } } } } },
  });
  const turns = lead.call?.turns ?? [];
  const summary = summaryFromAnswers(turns.flatMap(answerOf));
  return {
    transcription: turns.length === 0 ? null : turns.map(lineOf).join('\n'),
    summary: Object.values(summary).every((value) => value === undefined) ? null : summary,
  };
}

function lineOf({ speaker, text }: Turn): string {
  return `${speakerNames[speaker]}: ${text ?? '…'}`;
}

function answerOf({ speaker, text, topic }: Turn): Answer[] {
  return speaker === 'visitor' && text !== null && isTopic(topic) ? [{ topic, text }] : [];
}

function isTopic(topic: string | null): topic is InterviewTopic {
  return interviewTopics.some((known) => known === topic);
}
