import type { LeadSummary, MissingPart } from '../../contracts/leads.ts';
import type { Passage } from '../dialogue/dialogue.ts';
import { languageModel } from '../language-model.ts';
import { summaryFromAnswers, type Answer } from '../summary/from-answers.ts';
import { summarise } from '../summary/summarise.ts';
import type { HeardLead } from './hear-lead.ts';
import { speakerNames } from './speaker-names.ts';

/** What processing finds out about a lead with the help of others. */
export interface LeadDescription {
  summary: LeadSummary | null;
  /** What was left out because it is not set up. */
  missing: MissingPart[];
}

/** The dialogue as text, a line a passage; null if nobody said anything. */
export function transcriptionOf(dialogue: Passage[]): string | null {
  const lines = dialogue.map(({ speaker, text }) => `${speakerNames[speaker]}: ${text ?? '…'}`);
  return lines.length === 0 ? null : lines.join('\n');
}

/**
 * Understands a conversation: by the language model where one is set up and the visitor's words are known, else by the
 * answers to the scripted questions.
 * @throws AppError language_model_failed, language_model_refused, language_model_timeout
 */
export async function describeLead({ dialogue, language }: HeardLead): Promise<LeadDescription> {
  const spoken = dialogue.filter(({ speaker }) => speaker === 'visitor');
  const known = spoken.filter(({ text }) => text !== null && text !== '');
  const model = languageModel();
  const missing: MissingPart[] = [];
  if (known.length < spoken.length) missing.push('recognition');
  if (model === null) missing.push('language_model');
  if (known.length === 0) return { summary: null, missing };
  const summary =
    model === null
      ? summaryFromAnswers(known.flatMap(answerOf))
      : await summarise(transcriptionOf(dialogue) ?? '', { model, language });
  return { summary: isEmpty(summary) ? null : summary, missing };
}

function answerOf({ text, topic }: Passage): Answer[] {
  return text !== null && topic !== null ? [{ topic, text }] : [];
}

function isEmpty(summary: LeadSummary): boolean {
  return Object.values(summary).every((value) => value === undefined);
}
