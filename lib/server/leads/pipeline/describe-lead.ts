import { type Answer, type InterviewPlan, type LeadSummary } from '../../../contracts/interview.ts';
import type { MissingPart } from '../../../contracts/leads.ts';
import { currentPlan } from '../../calls/interview-plan.ts';
import { languageModel } from '../../platform/language-model.ts';
import { recognizer } from '../../speech/stt.ts';
import { type Passage, speakerNames } from '../dialogue.ts';
import type { HeardLead } from './hear.ts';
import { summarise } from './summarize.ts';
import { summaryFromAnswers } from './summary-from-answers.ts';
import { recognisePassages } from './transcribe.ts';

/** What is left out because it is not set up on this server, beside what was found out. */
interface Found<What> {
  found: What;
  missing: MissingPart[];
}

/** The dialogue as text, a line a passage; null if nobody said anything. */
export function transcriptionOf(dialogue: Passage[]): string | null {
  const lines = dialogue.map(({ speaker, text }) => `${speakerNames[speaker]}: ${text || '…'}`);
  return lines.length === 0 ? null : lines.join('\n');
}

/**
 * The dialogue with the visitor's words, recognised in the recording.
 * @throws AppError speech_failed, speech_timeout, speech_unavailable
 */
export async function writeDown({ dialogue, recording, language }: HeardLead): Promise<Found<Passage[]>> {
  const isComplete = dialogue.every(({ speaker, text }) => speaker === 'agent' || text !== null);
  if (isComplete) return { found: dialogue, missing: [] };
  const listener = recognizer();
  if (listener === null) return { found: dialogue, missing: ['recognition'] };
  if (recording === null) return { found: dialogue, missing: [] };
  return { found: await recognisePassages(dialogue, recording.visitor, listener, language), missing: [] };
}

/**
 * What the conversation comes to: the answers that the agent noted or that were given to the scripted questions, and the language model's
 * words over them where one is set up;
 * null if nothing is known of what the visitor said.
 * @throws AppError language_model_failed, language_model_refused, language_model_timeout
 */
export async function sumUp(
  dialogue: Passage[],
  { language, noted }: Pick<HeardLead, 'language' | 'noted'>,
): Promise<Found<LeadSummary | null>> {
  const model = languageModel();
  const plan = currentPlan();
  const missing: MissingPart[] = model === null ? ['language_model'] : [];
  const spoken = answersIn(dialogue, plan);
  const told = spoken.filter(({ topic }) => noted.answers.every((answer) => answer.topic !== topic));
  const hasWords = dialogue.some(({ speaker, text }) => speaker === 'visitor' && text);
  const known =
    model === null || !hasWords
      ? undefined
      : await summarise(transcriptionOf(dialogue) ?? '', { model, language });
  const summary = summaryFromAnswers([...noted.answers, ...told], {
    language,
    asked: plan.topics.map(({ field }) => field),
    callBack: noted.callBack,
    handOver: noted.handOver,
    known,
  });
  return { found: isEmpty(summary) ? null : summary, missing };
}

/** What the visitor said to each scripted question. */
function answersIn(dialogue: Passage[], plan: InterviewPlan): Answer[] {
  return dialogue.flatMap(({ speaker, text, topic }) => {
    const asked = plan.topics.find(({ id }) => id === topic);
    if (speaker !== 'visitor' || !text?.trim() || asked === undefined) return [];
    return [{ topic: asked.id, field: asked.field, value: text }];
  });
}

function isEmpty(summary: LeadSummary): boolean {
  return Object.values(summary).every((value) => value === undefined);
}
