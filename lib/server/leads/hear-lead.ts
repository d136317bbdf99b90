import { interviewTopics, type InterviewTopic } from '../../contracts/call-events.ts';
import { fallbackLanguage, isLanguage, type Language } from '../../language.ts';
import { db } from '../db.ts';
import { heardDialogue, toldDialogue, type Passage, type ToldTurn } from '../dialogue/dialogue.ts';
import type { Turn } from '../generated/prisma/client.ts';
import { hearRecording, type HeardRecording } from './hear-recording.ts';

/** What is known of a lead without asking anybody: what the agent told, and what its recording holds. */
export interface HeardLead {
  phone: string;
  note: string;
  language: Language;
  dialogue: Passage[];
  /** Whether nothing has been written down of it yet. */
  isNew: boolean;
  /** Absent for a lead whose recording never came. */
  recording: HeardRecording | null;
}

/** @throws AppError as hearRecording does */
export async function hearLead(id: string): Promise<HeardLead> {
  const lead = await db().lead.findUniqueOrThrow({
    where: { id },
    select: {
      phone: true,
      note: true,
      language: true,
      audioKey: true,
      dialogue: true,
      call: { select: { turns: { orderBy: { index: 'asc' } } } },
    },
  });
  const turns = (lead.call?.turns ?? []).map(toldTurn);
  const recording = lead.audioKey === null ? null : await hearRecording(lead.audioKey);
  return {
    phone: lead.phone,
    note: lead.note,
    language: isLanguage(lead.language) ? lead.language : fallbackLanguage,
    dialogue: recording === null ? toldDialogue(turns) : heardDialogue(turns, recording.speech),
    isNew: lead.dialogue === null,
    recording,
  };
}

function toldTurn({ speaker, startedAt, endedAt, text, topic }: Turn): ToldTurn {
  return {
    speaker,
    fromS: startedAt.getTime() / 1000,
    toS: endedAt.getTime() / 1000,
    text,
    topic: isTopic(topic) ? topic : null,
  };
}

function isTopic(topic: string | null): topic is InterviewTopic {
  return interviewTopics.some((known) => known === topic);
}
