import { tokensOf } from '../../../lib/spoken/read-numbers.ts';
import { anyOf, clausesOf } from './any-of.ts';
import { isDuration, unitOf } from './quantity.ts';

/** A promise that only the business may make, in English, Uzbek and Russian. */
interface PromiseKind {
  /** Patterns of a promise in the agent's words, one for each language. */
  patterns: readonly RegExp[];
  /** Other words for the promise in a plan. */
  planPattern?: readonly RegExp[];
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
    patterns: [anyOf('gifts?(?!\\p{L})|bonus'), anyOf('sovgʻa'), anyOf('подар(?!очн)|бонус')],
  },
  {
    patterns: [
      anyOf('discounts?|half off|half (?:the )?(?:price|cost)|cheaper'),
      anyOf('chegirma|arzonroq|(?:barobar|baravar|marta) arzon|yarim narx'),
      anyOf('скидк|скидок|дешевле|уступ(?:им|лю|аем)|полцены'),
    ],
    planPattern: [anyOf('(?:percent|%|\\d) off')],
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
    planPattern: [anyOf('qaytar', 'возврат|верн')],
  },
  {
    patterns: [
      anyOf('(?:a?round|all) the clock|24 hours|day and night'),
      anyOf('kechayu kunduz|kecha-?yu kunduz|tunu kun|24 soat'),
      anyOf('круглосуточн|круглые сутки|24 часа'),
    ],
    planPattern: [anyOf('24/7')],
  },
];

/** True if the sentence makes a promise that the plan lacks, or makes about something else. */
export function hasUnknownPromise(sentence: string, plan: string): boolean {
  return promises.some(({ patterns, planPattern, isForNamedThing }) => {
    const promiseWord = patterns.find((pattern) => pattern.test(sentence));
    if (promiseWord === undefined) return false;
    const planPromises = plan
      .split(/[.!?;\n]+/u)
      .filter((text) => [...patterns, ...(planPattern ?? [])].some((pattern) => pattern.test(text)));
    if (planPromises.length === 0) return true;
    return isForNamedThing === true && isForOtherThing(sentence, planPromises, patterns, promiseWord);
  });
}

/** True if the plan promises it for another period or thing: the first lesson is free, not the first month. */
function isForOtherThing(
  sentence: string,
  planPromises: readonly string[],
  patterns: readonly RegExp[],
  promiseWord: RegExp,
): boolean {
  const periodsOf = (text: string) => patterns.flatMap((pattern) => periodsAt(text, pattern));
  const planPeriods = planPromises.flatMap(clausesOf).flatMap(periodsOf);
  if (periodsOf(sentence).some((period) => !planPeriods.includes(period))) return true;
  // Words of another language cannot be compared.
  if (!planPromises.every((each) => promiseWord.test(each))) return false;
  const stems = clausesOf(sentence)
    .filter((clause) => promiseWord.test(clause))
    .flatMap((clause) => stemsOf(clause, promiseWord));
  const planStems = planPromises.flatMap((each) => stemsOf(each, promiseWord));
  return stems.length > 0 && !stems.some((stem) => planStems.includes(stem));
}

const copula = /^(?:is|are|will|be|будет)$/u;

/** The units of time beside a promise: "the first month is free", «бесплатный месяц». */
function periodsAt(text: string, promiseWord: RegExp): string[] {
  const at = text.search(promiseWord);
  if (at === -1) return [];
  const wordBefore = tokensOf(text.slice(0, at)).findLast((token) => !copula.test(token.text));
  const [, wordAfter] = tokensOf(text.slice(at));
  return [wordBefore, wordAfter].map((token) => unitOf(token?.text ?? '')).filter(isDuration);
}

/** Words that do not name what is promised, such as ordinals and copulas. */
const unspecific =
  /^(?:your|will|with|this|that|have|also|first|sizga|uchun|boʻladi|birinchi|будет|наш|перв|эт(?:от|и)|тоже)/u;

/** The beginnings of words, because inflection changes the rest. */
function stemsOf(text: string, promiseWord: RegExp): string[] {
  const words = text.replace(promiseWord, ' ').match(/[\p{L}ʻ]{4,}/gu) ?? [];
  return words.filter((each) => !unspecific.test(each)).map((each) => each.slice(0, 4));
}
