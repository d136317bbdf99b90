import type { InterviewPlan, Verdict } from '../../contracts/interview.ts';
import type { Passage } from '../../contracts/leads.ts';
import { z } from '../../contracts/schema.ts';
import { type Language, languageNames } from '../../i18n/language.ts';
import { languageModels } from '../language-models/language-model.ts';
import { log } from '../platform/log.ts';
import { askAboutDialogue, transcriptRule } from './ask-about-dialogue.ts';
import { hasVisitorWords, transcriptionOf } from './dialogue.ts';
import type { HeardLead } from './transcribe.ts';

const verdictList = z.array(z.object({ met: z.boolean(), why: z.string().trim().max(500) }));

/**
 * Judges a finished conversation by the owner's criteria.
 * @returns null without criteria, model or words; undefined if every model failed, so that earlier verdicts stay
 */
export async function judgeConversation(
  dialogue: Passage[],
  { language, plan: { criteria } }: Pick<HeardLead, 'language' | 'plan'>,
): Promise<Verdict[] | null | undefined> {
  const models = languageModels();
  if (criteria.length === 0 || !hasVisitorWords(dialogue) || models.length === 0) return null;
  const readAnswer = (text: string) =>
    verdictList
      .length(criteria.length)
      .parse(JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)));
  try {
    const question = { task: task(criteria, language), readAnswer };
    const judged = await askAboutDialogue(models, transcriptionOf(dialogue) ?? '', question);
    return judged.map((verdict, i) => ({ criterion: criteria[i] ?? '', ...verdict }));
  } catch (cause) {
    log.warn('conversation_not_judged', {}, cause);
    return undefined;
  }
}

function task(criteria: InterviewPlan['criteria'], language: Language): string[] {
  return [
    'You judge how an AI agent held a phone interview, for the owner of the business that it spoke for.',
    transcriptRule,
    'The criteria:',
    ...criteria.map((criterion, i) => `${i + 1}. ${criterion}`),
    `Answer with one JSON list of ${criteria.length} objects and nothing else, one for each criterion in their order: {"met": true or false, "why": "one short sentence"}.`,
    `Write "why" in ${languageNames[language]}. Judge by what was said alone.`,
  ];
}
