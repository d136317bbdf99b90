import type { InterviewPlan } from '../../../lib/contracts/interview.ts';
import { type Token, tokensOf, unified } from '../../../lib/spoken/read-numbers.ts';
import { hasFalseAct, hasUnknownPromise, isCallBack, isLeftToOthers, isOffer } from './acts.ts';
import { type DayMention, KnownDays, daysIn } from './days.ts';
import { isKnownName, namesIn, placeNamesIn } from './places.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';

export type Claim = 'amount' | 'day' | 'phone' | 'place' | 'act' | 'promise';

/** The facts of the call, beside the plan. */
export interface Heard {
  /** The visitor's turns. */
  visitor: readonly string[];
  /** Values that the tools saved: answers, the number, the time of the call back. */
  known: readonly string[];
  now: Date;
}

interface Facts {
  quantities: readonly Quantity[];
  days: readonly DayMention[];
  names: readonly string[];
  phones: readonly string[];
}

/** Counted things that belong to the conversation: two questions, bir daqiqa, ещё раз. */
const ordinary =
  /^(?:questions?|moments?|seconds?|things?|words?|times?|options?|ways?|savol|ogʻiz|lahza|soniya|marta|variant|narsa|soʻz|til(?:da|lar)|вопрос|момент|секунд|раз(?:а|ок)?$|слов|вещ|вариант|язык|minutes?$|daqiqa|минут)/u;
const timeUnits = new Set(['clock', 'minute', 'hour', 'day', 'week', 'month', 'year']);
const ordinaryMost = 3;
/** An ordinal that is an address, a date or a thing of the business; others count what is said. */
const placeOfOrdinal =
  /^(?:floor|branch|shop|store|street|building|lesson|qavat|uy|doʻkon|filial|dars|этаж|дом|магазин|филиал|урок|подъезд)/u;
const scaled = 1_000;

/** Finds statements of an agent that nothing supports: neither its plan, nor what the tools saved, nor the visitor. */
export class ClaimCheck {
  readonly #plan: string;
  readonly #planFacts: Facts;
  readonly #facts = new Map<string, Facts>();

  constructor({ business, knowledge, faq, greeting }: InterviewPlan) {
    const parts = [business, knowledge, ...faq.flatMap(({ question, answer }) => [question, answer])];
    this.#plan = unified([...parts, ...Object.values(greeting ?? {})].join('\n')).toLowerCase();
    this.#planFacts = factsOf(parts.join('\n'));
  }

  /** The first claim of a sentence that has no source. */
  find(sentence: string, heard: Heard): Claim | undefined {
    const text = unified(sentence);
    const small = text.toLowerCase();
    const tokens = tokensOf(text);
    const said = factsOf(sentence);
    const isQuestion = /\?\s*$/u.test(sentence);
    const own = [...heard.known, ...heard.visitor].map((each) => this.#factsOf(each));
    const known = [this.#planFacts, ...heard.known.map((each) => this.#factsOf(each))];
    const all = [this.#planFacts, ...own];
    const phones = all.flatMap((each) => each.phones);
    if (said.phones.some((phone) => !phones.some((each) => each.endsWith(phone)))) return 'phone';
    const hasHeard = heard.visitor.length + heard.known.length > 0;
    if (!isQuestion && hasFalseAct(small, hasHeard)) return 'act';
    if (!isQuestion && hasUnknownPromise(small, this.#plan)) return 'promise';
    if (!isQuestion && hasUnknownDay(said.days, isCallBack(small) ? own : all, heard.now)) return 'day';
    const offers = isOffer(small);
    const isUnknown = (quantity: Quantity) => {
      if (isOrdinary(quantity, tokens, isQuestion)) return false;
      const isPrice = isMoney(quantity) || quantity.unit === 'percent';
      return !hasQuantity(offers && isPrice ? known : all, quantity);
    };
    if (said.quantities.some(isUnknown)) return 'amount';
    if (isQuestion || isLeftToOthers(small)) return undefined;
    const names = new Set(all.flatMap((each) => each.names));
    return placeNamesIn(text).every((name) => isKnownName(name, names)) ? undefined : 'place';
  }

  #factsOf(text: string): Facts {
    const facts = this.#facts.get(text) ?? factsOf(text);
    this.#facts.set(text, facts);
    return facts;
  }
}

function factsOf(source: string): Facts {
  const text = unified(source);
  const tokens = tokensOf(text);
  const all = quantitiesIn(text, tokens);
  const days = daysIn(tokens, all);
  const undated = all.filter(({ begin, end }) => !days.some((day) => begin < day.end && day.begin < end));
  const phones = phonesIn(text, tokens, undated);
  const quantities = undated.filter((each) => !phones.some(({ of }) => of.includes(each)));
  return { quantities, days, names: namesIn(source), phones: phones.map(({ digits }) => digits) };
}

/** Telephone numbers in any groups, in digits or words: numbers that stand beside each other, with seven digits or more. */
function phonesIn(
  text: string,
  tokens: readonly Token[],
  quantities: readonly Quantity[],
): { digits: string; of: Quantity[] }[] {
  const runs: { digits: string; of: Quantity[] }[] = [];
  for (const quantity of quantities) {
    const { value, unit, isOrdinal, begin, end } = quantity;
    const written = tokens[begin]?.text ?? '';
    const isWritten = end === begin + 1 && /^\d+$/.test(written);
    if (unit !== undefined || isOrdinal || (!isWritten && value >= 1_000)) continue;
    const digits = isWritten ? written : String(value);
    const run = runs.at(-1);
    const isNext = run?.of.at(-1)?.end === begin && !/[^ ,()-]/.test(gap(text, tokens, begin));
    if (run !== undefined && isNext) {
      run.digits += digits;
      run.of.push(quantity);
    } else runs.push({ digits, of: [quantity] });
  }
  return runs
    .filter(({ digits, of }) => digits.length >= (of.length > 1 ? 7 : 9))
    .map(({ digits, of }) => ({ digits: digits.replace(/^998(?=\d{9}$)/, ''), of }));
}

/** The text between a token and the one before it. */
function gap(text: string, tokens: readonly Token[], at: number): string {
  return text.slice(tokens[at - 1]?.to, tokens[at]?.from);
}

function isMoney({ value, unit }: Quantity): boolean {
  return unit === undefined ? value >= scaled : ['soum', 'dollar', 'euro', 'rouble'].includes(unit);
}

function isOrdinary(
  { value, unit, isOrdinal, end }: Quantity,
  tokens: readonly Token[],
  isQuestion: boolean,
): boolean {
  const next = tokens[end]?.text ?? '';
  if (isOrdinal) return !placeOfOrdinal.test(next);
  if (value === 0 && unit === undefined) return true;
  if (value === 1 && unit === 'person') return true;
  if (value <= ordinaryMost && (unit === undefined || unit === 'minute'))
    return value === 1 || tokens.slice(end - 1, end + 3).some(({ text }) => ordinary.test(text));
  // A question proposes a time, and claims nothing.
  return isQuestion && (unit === undefined ? value <= 24 : timeUnits.has(unit));
}

function hasUnknownDay(days: readonly DayMention[], sources: readonly Facts[], now: Date): boolean {
  if (days.length === 0) return false;
  const known = new KnownDays(now);
  for (const source of sources) known.add(source.days);
  return days.some((day) => !known.has(day));
}

const halfDayMin = 720;

function hasQuantity(sources: readonly Facts[], said: Quantity): boolean {
  return sources.some(({ quantities }) => quantities.some((known) => isSame(known, said)));
}

function isSame(known: Quantity, said: Quantity): boolean {
  const isCounted = (unit: string | undefined) => unit !== undefined && unit !== 'house';
  if (known.isOrdinal !== said.isOrdinal && (isCounted(known.unit) || isCounted(said.unit))) return false;
  if (known.unit === said.unit) return known.value === said.value;
  if (known.unit !== undefined && said.unit !== undefined) return false;
  if (known.unit === 'clock') return known.value === hourOf(said);
  if (said.unit === 'clock') return said.value === hourOf(known);
  return known.value === said.value;
}

/** A bare number as an hour, in minutes of half a day. */
function hourOf({ value }: Quantity): number | undefined {
  return value <= 24 ? (value * 60) % halfDayMin : undefined;
}
