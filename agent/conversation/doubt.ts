import type { Topic } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { isBegunPhrase } from './begun-phrase.ts';
import { isQuestion, isRepeatRequest } from './is-question.ts';

/** Why a visitor's words may be no answer: a question back, a wish to hear the question again, or half a sentence. */
export type Doubt = 'question' | 'repeat' | 'half';

export function doubtOf(text: string, language: Language, asked: Topic | undefined): Doubt | undefined {
  if (isRepeatRequest(text)) return 'repeat';
  if (isQuestion(text)) return 'question';
  return asked !== undefined && isBegunPhrase(text, language, asked.short === true) ? 'half' : undefined;
}
