import { tokensOf } from '../../../lib/spoken/read-numbers.ts';
import { anyOf, clausesOf } from './any-of.ts';
import { isDuration, unitOf } from './quantity.ts';

/** A promise that only the business may make, in English, Uzbek and Russian. */
interface Promised {
  said: readonly RegExp[];
  /** Other words for the promise in a plan. */
  known?: RegExp;
  /** The promise applies to one thing, not to another. */
  isOfSomething?: true;
}

const promises: readonly Promised[] = [
  {
    isOfSomething: true,
    said: [
      anyOf(
        '(?<!feel |are you |youʻre )free(?! (?:time|to|hours?|slots?|moments?|days?|evenings?|seats?|tables?)\\b|ly|dom)',
        'on the house|no charge|without charge|costs? nothing',
      ),
      anyOf('bepul|tekin|pulsiz'),
      anyOf('бесплатн|даром(?!\\p{L})|(?:ничего|нисколько) не (?:будет )?сто(?:ит|ить)'),
    ],
  },
  {
    isOfSomething: true,
    said: [anyOf('gifts?(?!\\p{L})|bonus'), anyOf('sovgʻa'), anyOf('подар(?!очн)|бонус')],
  },
  {
    said: [
      anyOf('discounts?|half off|half (?:the )?(?:price|cost)|cheaper'),
      anyOf('chegirma|arzonroq|(?:barobar|baravar|marta) arzon|yarim narx'),
      anyOf('скидк|скидок|дешевле|уступ(?:им|лю|аем)|полцены'),
    ],
    known: anyOf('(?:percent|%|\\d) off'),
  },
  { said: [anyOf('guarante|warrant'), anyOf('kafolat'), anyOf('гаранти')] },
  {
    said: [
      anyOf('refund|money back'),
      anyOf('pulingiz(?:ni)? (?:\\p{L}+ )*qayt'),
      anyOf(
        '(?:верн[её]м|верн[её]тся|вернутся|возвращаем) (?:\\p{L}+ ){0,3}(?:деньги|сумму|оплату)',
        'деньги (?:\\p{L}+ )*верн',
      ),
    ],
    known: anyOf('qaytar', 'возврат|верн'),
  },
  {
    said: [
      anyOf('(?:a?round|all) the clock|24 hours|day and night'),
      anyOf('kechayu kunduz|kecha-?yu kunduz|tunu kun|24 soat'),
      anyOf('круглосуточн|круглые сутки|24 часа'),
    ],
    known: anyOf('24/7'),
  },
];

/** Finds a promise that the plan lacks or makes about something else. */
export function hasUnknownPromise(sentence: string, plan: string): boolean {
  return promises.some(({ said, known, isOfSomething }) => {
    const word = said.find((pattern) => pattern.test(sentence));
    if (word === undefined) return false;
    const isPromise = (text: string) =>
      said.some((pattern) => pattern.test(text)) || known?.test(text) === true;
    const promised = plan.split(/[.!?;\n]+/u).filter(isPromise);
    if (promised.length === 0) return true;
    return (
      isOfSomething === true &&
      (isOfOtherSpan(sentence, promised, said) || isOfOthers(sentence, promised, word))
    );
  });
}

const copula = /^(?:is|are|will|be|в|будет|boʻladi|boʻlib)$/u;

/** The first lesson is free, not the first month. */
function isOfOtherSpan(sentence: string, promised: readonly string[], said: readonly RegExp[]): boolean {
  const known = promised.flatMap(clausesOf).flatMap((clause) => spansAt(clause, said));
  return spansAt(sentence, said).some((span) => !known.includes(span));
}

/** Spans of time beside a promise: "the first month is free", «бесплатный месяц». */
function spansAt(text: string, said: readonly RegExp[]): string[] {
  const at = said.map((pattern) => pattern.exec(text)?.index).find((index) => index !== undefined);
  if (at === undefined) return [];
  const before = tokensOf(text.slice(0, at)).filter((token) => !copula.test(token.text));
  const behind = tokensOf(text.slice(at));
  return [before.at(-1), behind[1]].flatMap((token) => unitOf(token?.text ?? '') ?? []).filter(isDuration);
}

/** True if the plan's promises in that language share no word with the sentence: parking is free, not the transfer. */
function isOfOthers(sentence: string, promised: readonly string[], word: RegExp): boolean {
  if (!promised.every((each) => word.test(each))) return false;
  const subject = clausesOf(sentence)
    .filter((clause) => word.test(clause))
    .flatMap((clause) => stemsOf(clause, word));
  const known = promised.flatMap((each) => stemsOf(each, word));
  return subject.length > 0 && !subject.some((stem) => known.includes(stem));
}

/** Words that name nothing to promise. */
const unspecific =
  /^(?:your?|will|with|this|that|have|from|every|everybody|charge|also|here|them|first|sizga|uchun|bizda|buni|boʻladi|qilib|beramiz|birinchi|вам|вас|будет|всех|всем|наша?|наши|этот?|эта|тоже|первая|первый|первое)$/u;

function stemsOf(text: string, word: RegExp): string[] {
  const words = text.replace(word, ' ').match(/[\p{L}ʻ]{4,}/gu) ?? [];
  return words.filter((each) => !unspecific.test(each)).map((each) => each.slice(0, 4));
}
