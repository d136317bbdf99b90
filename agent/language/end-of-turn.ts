import type { Language } from '../../lib/i18n/language.ts';
import { sentencesOf, withOneApostrophe } from '../../lib/words.ts';
import { isBegunPhrase, isWholeSentence } from './begun-phrase.ts';
import { isWithinNumber } from './dictated-number.ts';
import { hasQuestionMark } from './is-question.ts';

/** The kind of answer that the agent expects: a word or two, a telephone number, or anything. */
export type ExpectedAnswer = 'short' | 'number' | 'open';

const asksForNumber = /\braqam|номер(?!ов)|\b(?:phone|your) number\b/iu;
const asksForShortAnswer = [
  /\bism(?:ingiz(?:ni)?|i)\b|\b(?:qachon|necha|nechta|qancha|nechada)\b|(?:toʻgʻri|shunday|rozi)mi|mayli\s*mi/iu,
  /как (?:вас зовут|к вам обращаться|вас называть)|ваше имя|когда|(?<!не)сколько|верно\?|правильно\?|так\?/iu,
  /\bname\b|\bcall you\?|\bhow (?:many|much|old)\b|\bwhat time\b|\bwhen (?:can|may|shall|should|would|do|is|will)\b|\b(?:right|correct)\?/iu,
];

/** @param isShort the plan says that a few words are the whole answer */
export function expectedAnswer(question: string, isShort = false): ExpectedAnswer {
  const lastSentence = sentencesOf(withOneApostrophe(question)).at(-1) ?? '';
  if (asksForNumber.test(lastSentence)) return 'number';
  return isShort || asksForShortAnswer.some((asks) => asks.test(lastSentence)) ? 'short' : 'open';
}

/** How complete the visitor's words are: each kind deserves a different wait. */
export type Completeness = 'begun' | 'short' | 'whole' | 'open';

interface HeardWords {
  /** The words recognised so far; empty if none were. */
  text: string;
  /** The language of the conversation, for a text without a recognisable one. */
  language?: Language;
  /** The kind of answer to the agent's last question. */
  answerKind: ExpectedAnswer;
}

export function completenessOf({ text, language, answerKind }: HeardWords): Completeness {
  const isQuestion = hasQuestionMark(text);
  const isShort = answerKind === 'short';
  const isBegunNumber = !isShort && isWithinNumber(text, answerKind === 'number');
  if (!isQuestion && (isBegunNumber || isBegunPhrase(text, language, isShort))) return 'begun';
  if (answerKind !== 'open') return 'short';
  return isQuestion || isWholeSentence(text, language) ? 'whole' : 'open';
}
