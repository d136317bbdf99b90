import type { InterviewPlan } from '../../../lib/contracts/interview.ts';
import { type Token, tokensOf, unified } from '../../../lib/spoken/read-numbers.ts';
import { callBack, hasFalseAct, offer } from './acts.ts';
import { type DayMention, KnownDays, daysIn, openingDaysIn } from './days.ts';
import { saysDigits } from '../dictated-number.ts';
import { isQuestion as asks } from '../is-question.ts';
import { anyOf } from './any-of.ts';
import { statementsIn, visitorsBusiness } from './statements.ts';
import { isKnownName, placeNamesIn, skeletonsIn } from './places.ts';
import { hasUnknownPromise } from './promises.ts';
import { quantitiesIn } from './quantities.ts';
import { type Quantity, gap, isCurrency, isSame, placeOfOrdinal } from './quantity.ts';

export type Claim = 'human' | 'recording' | 'amount' | 'day' | 'phone' | 'place' | 'act' | 'promise';

/** The sources of facts in a call, besides the plan. */
export interface CallSources {
  /** The visitor's turns. */
  visitor: readonly string[];
  /** Values in the call's memory: answers, the number, the time of the call back, why a person takes over. */
  known: readonly string[];
  now: Date;
}

interface Facts {
  quantities: readonly Quantity[];
  days: readonly DayMention[];
  opening: ReadonlyMap<number, 'open' | 'closed'>;
  wordSkeletons: readonly string[];
  phones: readonly string[];
}

/** Claims to be human, which are always false. */
const human = anyOf(
  'i(?:ʻm| am)(?: (?:of course|indeed|actually|really|just|also))* (?:an? )?(?:(?:real|living|live|actual) )?(?:human|person|man|woman)(?!\\p{L}|ʻs)',
  'i(?:ʻm| am) an? (?:real|live|human) (?:operator|agent|assistant)|you(?:ʻre| are) (?:talking|speaking) (?:to|with) an? (?:(?:real|living|live|actual) )?(?:human|person)',
  'i(?:ʻm| am) not (?:an? )?(?:robot|bot|ai|machine|program|computer)(?!\\p{L})',
  'я (?:же |конечно |действительно |и правда |живой |живая |настоящий |настоящая |реальный |обычный )*(?:человек|женщина|девушка|мужчина)(?!\\p{L})',
  'я (?:живой|живая|настоящий|настоящая) (?:оператор|менеджер)|(?:говорите|разговариваете|общаетесь) с (?:живым |настоящим |реальным )?человеком',
  'я не (?:робот|бот|программа|машина|ии|искусственный интеллект)(?!\\p{L})',
  '(?:odam|inson)man(?!\\p{L})|(?:robot|bot|dastur|mashina|sunʻiy intellekt) emasman',
  '(?:jonli|tirik|haqiqiy) operatorman|(?:odam|inson) bilan gaplash(?:yap|moqda)siz',
);

/** Claims that the call is not recorded, which are always false. */
const unrecorded = anyOf(
  'nothing (?:is|will be) (?:being )?recorded',
  '(?:not|isnʻt|arenʻt|wonʻt|donʻt) (?:be |being )?record(?:ed|ing)?(?!\\p{L})',
  'не записыва(?:ется|ем|ю)(?! (?:\\p{L}+ )*на(?!\\p{L}))',
  '(?:yozib olin|yozil)ma(?:y(?:di|apti)|gan|s)(?!\\p{L})|yozib olmay(?:miz|ap(?:man|miz))',
);

/** Things that the agent counts in the conversation itself: two questions, bir daqiqa, ещё раз. */
const ordinary =
  /^(?:questions?|moments?|seconds?|things?|words?|times?|options?|ways?|savol|ogʻiz|lahza|soniya|marta|variant|narsa|soʻz|til(?:da|lar)|вопрос|момент|секунд|раз(?:а|ок)?$|слов|вещ|вариант|язык|kishilik|minutes?$|daqiqa|минут)/u;
/** Units that a question may propose: a time, a group, a size. */
const proposedUnits = new Set(['clock', 'minute', 'day', 'month', 'person', 'length']);
const maxOrdinary = 3;
/** Amounts from here on are money, unless a unit says otherwise. */
const minMoney = 1_000;

/** Finds statements that neither the plan, nor the call's memory, nor the visitor's words support. */
export class ClaimCheck {
  readonly #plan: string;
  readonly #planFacts: Facts;
  readonly #facts = new Map<string, Facts>();

  constructor({ business, knowledge, faq, greeting }: InterviewPlan) {
    const parts = [business, knowledge, ...faq.flatMap(({ question, answer }) => [question, answer])];
    this.#plan = plainCase([...parts, ...Object.values(greeting ?? {})].join('\n'));
    this.#planFacts = factsOf(parts.join('\n'));
  }

  /** Returns the kind of the first claim in a sentence that no source supports. */
  find(sentence: string, sources: CallSources): Claim | undefined {
    const text = unified(sentence);
    const lowerCase = text.toLowerCase();
    const tokens = tokensOf(text);
    const claimedFacts = factsOf(sentence);
    const isQuestion = /\?\s*$/u.test(sentence);
    const statedText = statementsIn(text);
    const statements = statedText.toLowerCase();
    const callFacts = [...sources.known, ...sources.visitor].map((each) => this.#factsOf(each));
    const allFacts = [this.#planFacts, ...callFacts];
    const phones = allFacts.flatMap((each) => each.phones);
    const isKnown = (phone: string) =>
      phones.some((each) => each.endsWith(phone)) || saysDigits(sources.visitor, phone);
    if (!claimedFacts.phones.every(isKnown)) return 'phone';
    const isAnythingKnown = sources.visitor.length + sources.known.length > 0;
    if (hasFalseAct(statements, isAnythingKnown, this.#plan)) return 'act';
    if (human.test(statements)) return 'human';
    if (unrecorded.test(statements)) return 'recording';
    const isOurBusiness = !visitorsBusiness.test(lowerCase);
    if (!isQuestion) {
      const visitorStatements = sources.visitor.filter((turn) => !asks(turn)).map(plainCase);
      const promises = isOurBusiness ? this.#plan : [this.#plan, ...visitorStatements].join('\n');
      if (hasUnknownPromise(statements, promises)) return 'promise';
      const days = callBack.test(lowerCase) ? callFacts : allFacts;
      if (this.#hasUnknownDay(claimedFacts, days, sources.now, isOurBusiness)) return 'day';
    }
    const isOfferSentence = isOurBusiness && offer.test(statements);
    const isUnknown = (quantity: Quantity) => {
      if (isOrdinary(quantity, tokens, isQuestion)) return false;
      const isPrice = isMoney(quantity) || quantity.unit === 'percent';
      const facts = isOfferSentence && isPrice ? [this.#planFacts] : allFacts;
      return !facts.some(({ quantities }) => quantities.some((known) => isSame(known, quantity)));
    };
    if (claimedFacts.quantities.some(isUnknown)) return 'amount';
    const knownNames = new Set(allFacts.flatMap((each) => each.wordSkeletons));
    return placeNamesIn(statedText).every((name) => isKnownName(name, knownNames)) ? undefined : 'place';
  }

  #hasUnknownDay(
    { days, opening }: Facts,
    sources: readonly Facts[],
    now: Date,
    isOurBusiness: boolean,
  ): boolean {
    const planOpening = this.#planFacts.opening;
    const contradictsPlan = [...opening].some(
      ([day, state]) => planOpening.has(day) && planOpening.get(day) !== state,
    );
    if (isOurBusiness && contradictsPlan) return true;
    const knownDays = new KnownDays(now);
    for (const source of sources) knownDays.add(source.days, source === this.#planFacts);
    const agreesWithPlan = (weekday = NaN) =>
      opening.has(weekday) && opening.get(weekday) === planOpening.get(weekday);
    return days.some((day) => !knownDays.has(day) && !agreesWithPlan(day.weekday));
  }

  #factsOf(text: string): Facts {
    const facts = this.#facts.get(text) ?? factsOf(text);
    this.#facts.set(text, facts);
    return facts;
  }
}

/** Small letters with one form of the apostrophe. */
function plainCase(text: string): string {
  return unified(text).toLowerCase();
}

function factsOf(source: string): Facts {
  const text = unified(source);
  const tokens = tokensOf(text);
  const allQuantities = quantitiesIn(text, tokens);
  const days = daysIn(text, tokens, allQuantities);
  const otherQuantities = allQuantities.filter(
    ({ begin, end }) => !days.some((day) => begin < day.end && day.begin < end),
  );
  const phones = phonesIn(text, tokens, otherQuantities);
  const quantities = otherQuantities.filter(
    (each) => !phones.some((phone) => phone.quantities.includes(each)),
  );
  return {
    quantities,
    days,
    opening: openingDaysIn(text),
    wordSkeletons: skeletonsIn(source),
    phones: phones.map(({ digits }) => digits),
  };
}

/** Telephone numbers, in digits or words: adjacent numbers with seven digits or more together, or one with nine. */
function phonesIn(text: string, tokens: readonly Token[], quantities: readonly Quantity[]) {
  const runs: { digits: string; quantities: Quantity[] }[] = [];
  for (const quantity of quantities) {
    const { value, unit, isOrdinal, begin, end } = quantity;
    const tokenText = tokens[begin]?.text ?? '';
    const isInDigits = end === begin + 1 && /^\d+$/.test(tokenText);
    if (unit !== undefined || isOrdinal || (!isInDigits && value >= 1_000)) continue;
    const digits = isInDigits ? tokenText : String(value);
    const run = runs.at(-1);
    const isNext = run?.quantities.at(-1)?.end === begin && !/[^ ,()-]/.test(gap(text, tokens, begin, begin));
    if (run !== undefined && isNext) {
      run.digits += digits;
      run.quantities.push(quantity);
    } else runs.push({ digits, quantities: [quantity] });
  }
  return runs
    .filter((run) => run.digits.length >= (run.quantities.length > 1 ? 7 : 9))
    .map((run) => ({ ...run, digits: run.digits.replace(/^998(?=\d{9}$)/, '') }));
}

function isMoney({ value, unit }: Quantity): boolean {
  return unit === undefined ? value >= minMoney : isCurrency(unit);
}

function isOrdinary(
  { value, unit, isOrdinal, end }: Quantity,
  tokens: readonly Token[],
  isQuestion: boolean,
): boolean {
  const nextWord = tokens[end]?.text ?? '';
  if (isOrdinal) return !placeOfOrdinal.test(nextWord);
  if (value === 0 && unit === undefined) return true;
  if (value === 1 && unit === 'person') return true;
  // A question proposes something, and claims nothing.
  if (isQuestion && (unit === undefined ? value <= 24 : proposedUnits.has(unit))) return true;
  if (value > maxOrdinary || (unit !== undefined && unit !== 'minute' && unit !== 'person')) return false;
  return value === 1 || tokens.slice(end - 1, end + 3).some(({ text }) => ordinary.test(text));
}
