import { tokensOf } from '../../../lib/spoken/read-numbers.ts';
import { anyOf, clausesOf } from './any-of.ts';
import { isDuration, unitOf } from './quantity.ts';

/** A promise that only the business may make, in English, Uzbek and Russian. */
interface PromiseKind {
  /** Patterns of a promise in the agent's words, one for each language. */
  patterns: readonly RegExp[];
  /** Other words for the promise in a plan. */
  planPattern?: RegExp;
  /** True if the promise applies only to the thing that the plan names. */
  isForNamedThing?: true;
}

const promises: readonly PromiseKind[] = [
  {
    isForNamedThing: true,
    patterns: [
      anyOf(
        '(?<!feel |are you |youʻre )free(?! (?:time|to|hours?|slots?|moments?|days?|evenings?|seats?|tables?)\\b|ly|dom)',
        'on the house|no charge|without charge|costs? nothing',
      ),
      anyOf('bepul|tekin|pulsiz'),
      anyOf('бесплатн|даром(?!\\p{L})|(?:ничего|нисколько) не (?:будет )?сто(?:ит|ить)'),
    ],
  },
  {
    isForNamedThing: true,
    patterns: [anyOf('gifts?(?!\\p{L})|bonus'), anyOf('sovgʻa'), anyOf('подар(?!очн)|бонус')],
  },
  {
    patterns: [
      anyOf('discounts?|half off|half (?:the )?(?:price|cost)|cheaper'),
      anyOf('chegirma|arzonroq|(?:barobar|baravar|marta) arzon|yarim narx'),
      anyOf('скидк|скидок|дешевле|уступ(?:им|лю|аем)|полцены'),
    ],
    planPattern: anyOf('(?:percent|%|\\d) off'),
  },
  { patterns: [anyOf('guarante|warrant'), anyOf('kafolat'), anyOf('гаранти')] },
  {
    patterns: [
      anyOf('refund|money back'),
      anyOf('pulingiz(?:ni)? (?:\\p{L}+ )*qayt'),
      anyOf(
        '(?:верн[её]м|верн[её]тся|вернутся|возвращаем) (?:\\p{L}+ ){0,3}(?:деньги|сумму|оплату)',
        'деньги (?:\\p{L}+ )*верн',
      ),
    ],
    planPattern: anyOf('qaytar', 'возврат|верн'),
  },
  {
    patterns: [
      anyOf('(?:a?round|all) the clock|24 hours|day and night'),
      anyOf('kechayu kunduz|kecha-?yu kunduz|tunu kun|24 soat'),
      anyOf('круглосуточн|круглые сутки|24 часа'),
    ],
    planPattern: anyOf('24/7'),
  },
];

/** True if the sentence makes a promise that the plan lacks, or makes about something else. */
export function hasUnknownPromise(sentence: string, plan: string): boolean {
  return promises.some(({ patterns, planPattern, isForNamedThing }) => {
    const promiseWord = patterns.find((pattern) => pattern.test(sentence));
    if (promiseWord === undefined) return false;
    const isPromise = (text: string) =>
      patterns.some((pattern) => pattern.test(text)) || planPattern?.test(text) === true;
    const planPromises = plan.split(/[.!?;\n]+/u).filter(isPromise);
    if (planPromises.length === 0) return true;
    return (
      isForNamedThing === true &&
      (isForOtherPeriod(sentence, planPromises, patterns) ||
        isForOtherThing(sentence, planPromises, promiseWord))
    );
  });
}

const copula = /^(?:is|are|will|be|в|будет|boʻladi|boʻlib)$/u;

/** True if the plan promises it for another period: the first lesson is free, not the first month. */
function isForOtherPeriod(
  sentence: string,
  planPromises: readonly string[],
  patterns: readonly RegExp[],
): boolean {
  const planPeriods = planPromises.flatMap(clausesOf).flatMap((clause) => periodsAt(clause, patterns));
  return periodsAt(sentence, patterns).some((period) => !planPeriods.includes(period));
}

/** The units of time beside a promise: "the first month is free", «бесплатный месяц». */
function periodsAt(text: string, patterns: readonly RegExp[]): string[] {
  const at = patterns.map((pattern) => pattern.exec(text)?.index).find((index) => index !== undefined);
  if (at === undefined) return [];
  const tokensBefore = tokensOf(text.slice(0, at)).filter((token) => !copula.test(token.text));
  const tokensAfter = tokensOf(text.slice(at));
  return [tokensBefore.at(-1), tokensAfter[1]]
    .flatMap((token) => unitOf(token?.text ?? '') ?? [])
    .filter(isDuration);
}

/** True if the plan's promises share no other word with the sentence: parking is free, not the transfer. */
function isForOtherThing(sentence: string, planPromises: readonly string[], promiseWord: RegExp): boolean {
  if (!planPromises.every((each) => promiseWord.test(each))) return false;
  const stems = clausesOf(sentence)
    .filter((clause) => promiseWord.test(clause))
    .flatMap((clause) => stemsOf(clause, promiseWord));
  const planStems = planPromises.flatMap((each) => stemsOf(each, promiseWord));
  return stems.length > 0 && !stems.some((stem) => planStems.includes(stem));
}

/** Words that do not name what is promised. */
const unspecific =
  /^(?:your?|will|with|this|that|have|from|every|everybody|charge|also|here|them|first|sizga|uchun|bizda|buni|boʻladi|qilib|beramiz|birinchi|вам|вас|будет|всех|всем|наша?|наши|этот?|эта|тоже|первая|первый|первое)$/u;

function stemsOf(text: string, promiseWord: RegExp): string[] {
  const words = text.replace(promiseWord, ' ').match(/[\p{L}ʻ]{4,}/gu) ?? [];
  return words.filter((each) => !unspecific.test(each)).map((each) => each.slice(0, 4));
}
