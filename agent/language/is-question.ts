import type { Language } from '../../lib/i18n/language.ts';
import { plainOf, wordsAndNumbersOf, wordsOf } from '../../lib/words.ts';
import { isBegunPhrase } from './begun-phrase.ts';

/** Uzbek and Russian. They may also end a sentence. */
const questionWords = new Set(
  [
    'qancha qanchadan qachon qanday qanaqa qaysi qayer qayerda necha nechta nechi nechada nechchi nechchida nechpul nima nega nimaga kim',
    'сколько скольки когда как где куда откуда почему зачем что кто чем какой какая какое какие почём',
  ].flatMap((words) => words.split(' ')),
);
/** «где-то», «кто-нибудь»: no question words. */
const indefiniteHyphen = /-(?=(?:то|нибудь|либо)(?!\p{L}))/giu;
/** "hech kim", "qachon boʻlsa ham", «когда угодно»: no question words either. */
const indefinites = /(?<!\p{L})(?:hech \p{L}+|\p{L}+ bo[ʻʼ'’]lsa ham|\p{L}+ угодно)(?!\p{L})/giu;
/** "Viktor Kim", "Kim": a surname, unless it asks for somebody. */
const surname = /(?<!(?<!\p{L})(?:bu|siz|sen|u|oʻzi) )(?<!\p{L})kim[.!…]*$/iu;
/** Words before the question word: «скажите», and the prepositions of «до скольки». */
const openingWords = new Set(
  'a а и ну va xoʻsh ayting скажите подскажите so and well but hello salom до с со в во на к от по для'.split(
    ' ',
  ),
);
const englishQuestion =
  /^(?:(?:where|when|why|whose|who|how|which)\b|what (?!i\b|we\b)|(?:do|does|can|could|will|would|is|are) (?:i|you|we|it|this|that|there|your)\b)/u;
const uzbekQuestionEnding =
  /(?:siz|siz(?:lar)|san|man|miz|di|adi|bor|yoʻq|mumkin|kerak|boʻladi)mi$|mi(?:siz|kan|kin)$/u;
/** A longer sentence is a statement: "I want it to answer when I am with a patient". */
const maxQuestionWords = 8;
/** In a sentence of at most this many words a question word may stand anywhere: "narxi qancha turadi". */
const maxShortWords = 3;

export function hasQuestionMark(text: string): boolean {
  return text.trimEnd().endsWith('?');
}

/** True if a visitor asks something, even without a question mark, because recognisers leave it out. */
export function isQuestion(text: string): boolean {
  if (hasQuestionMark(text)) return true;
  const words = wordsOf(text.replaceAll(indefiniteHyphen, '').replaceAll(indefinites, ''));
  if (words.length > maxQuestionWords) return false;
  const firstIndex = words.findIndex((word) => !openingWords.has(word));
  const spokenWords = words.slice(Math.max(0, firstIndex));
  const [first = '', last = first] = [spokenWords[0], spokenWords.at(-1)];
  if (spokenWords.length <= maxShortWords && spokenWords.some((word) => questionWords.has(word))) return true;
  return (
    questionWords.has(first) ||
    questionWords.has(last) ||
    englishQuestion.test(spokenWords.join(' ')) ||
    uzbekQuestionEnding.test(last)
  );
}

/** Words that ask without a question mark: "Ismingizni ayting." */
const requests =
  /(?<![\p{L}ʻ])(?:ayt(?:ing|ib)\p{L}*|(?:soʻzlab|gapirib) bering|tanishtir(?:ing|ib)\p{L}*|yozib bering|yozing|назовите|скажите|подскажите|расскажите|напишите|продиктуйте|представьтесь|уточните|опишите|tell (?:me|us)|let (?:me|us) know|(?:say|spell|give|share|describe|name) (?:me |us )?(?:your|it)|please (?:say|spell|give|name|describe)|(?:could|can) you)(?![\p{L}ʻ])/u;

/** True if the agent's words ask for something. */
export function asksSomething(text: string): boolean {
  return text.includes('?') || requests.test(plainOf(text));
}

const repeatWords =
  /(?<![\p{L}ʻ])(?:repeat|again(?!st)|pardon|sorry|what|hello|qayta(?:r|dan)|takror|nima|eshit(?:ma|il)|tushunma|alo(?!\p{L})|повтор|ещё раз|не (?:понял|расслыш|слыш|услыш)|что(?!бы)|алло)/u;

const politeWords = new Set(
  [
    'salom assalomu alaykum vaalaykum assalom alo kechirasiz uzr iltimos marhamat',
    'здравствуйте привет алло простите извините пожалуйста',
    'hello hi sorry pardon excuse me please',
  ].flatMap((words) => words.split(' ')),
);
const greetingsOfTheDay =
  /(?:xayrli (?:kun|kech|tong)|добр(?:ый|ого|ое) (?:день|дня|вечер|вечера|утро)|good (?:morning|afternoon|evening))/giu;
const repeatRequests = [
  /^(?:nima(?: de\S+)?|(?:yaxshi )?(?:eshit(?:ol)?ma|tushunma)\S+|qayta\S*(?: ayt\S+)?|takror\S+|yana bir \S+ ayt\S+)$/u,
  /^(?:что(?: вы)?(?: сказали)?|(?:я )?(?:вас )?(?:не (?:понял|расслышал|услышал|слышу)|плохо слышу)\S*(?: вас)?|повторите|ещё раз)$/u,
  /^(?:what(?: did you say)?|(?:i )?(?:didn|don|couldn|can)ʻt (?:hear|catch|understand|get)(?: you| that| it)?|(?:(?:can|could) you )?(?:repeat|say)(?: it| that)?(?: again| once more)?)$/u,
];

/** True if a visitor only greets, or only wants to hear the same once more. */
export function isGreetingOrRepeatRequest(text: string): boolean {
  const words = wordsAndNumbersOf(text.replaceAll(greetingsOfTheDay, 'hello'));
  const spokenWords = words.filter((word) => !politeWords.has(word));
  return (
    words.length > 0 &&
    (spokenWords.length === 0 || repeatRequests.some((pattern) => pattern.test(spokenWords.join(' '))))
  );
}

/** True for any question, or if a word may ask for a repetition. */
export function mayAskToRepeat(text: string): boolean {
  return isQuestion(text) || repeatWords.test(plainOf(text));
}

/** Why a visitor's words may be no answer: a question back, a greeting or a request to repeat, or half a sentence. */
export type Doubt = 'question' | 'repeat' | 'half';

/** @param topic the topic of the question, if known; `short` if a word or two are the whole answer */
export function doubtOf(
  text: string,
  language: Language,
  topic: { short?: boolean } | undefined,
): Doubt | undefined {
  if (isGreetingOrRepeatRequest(text)) return 'repeat';
  // A word or two answer a question for a name.
  if (isQuestion(topic?.short === true ? text.replace(surname, '') : text)) return 'question';
  return topic !== undefined && isBegunPhrase(text, language, topic.short === true) ? 'half' : undefined;
}
