import { type NumberMention, type Token, numbersIn } from '../../../lib/spoken/read-numbers.ts';
import { languageOf } from '../language-of.ts';
import { clockAt, withHalvesAndEdges } from './clock-times.ts';
import { type Quantity, comparable, gap, isCurrency, unitOf } from './quantity.ts';
import { wordAmounts } from './word-amounts.ts';

const beforeClock = /^(?:soat|kechki|ertalab(?:ki)?|tungi|tunda|kechqurun|kechasi|tushki)$/u;
const behindClock = /^(?:am|pm|oʻ?clock|утра|вечера|ночи)$/u;
const houseBefore = /^(?:street|koʻchasi|дом|house|улица|проспект|number)$/u;
const houseBehind = /^(?:uy|street)/u;
const street = /^(?:street|avenue|road|koʻcha|улиц|проспект)/u;
const clockPhrase = /^[\s,]*(?:in the (?:morning|evening|afternoon)|at night|(?:a|p)\.m|o['’ʻ]?clock)/iu;
const clockPreposition = /^(?:at|until|till|before|after|в|во|до|к|с|после)$/u;
/** A number after one of these words is an hour, unless it counts something. */
const onlyClockPreposition = /^(?:at|в|во|к)$/u;
/** Words that link a range, whose unit follows its second number. */
const links = new Set(['to', 'and', 'by', 'x', 'х', 'до', 'на', 'по', 'и', 'или', 'va', 'yoki', 'or']);
/** Words after a number that are not what it counts. */
const notCounted =
  /^(?:and|or|but|to|of|in|on|at|by|for|from|off|with|is|are|was|will|right|then|next|after|before|too|also|only|per|и|или|а|но|в|во|на|с|со|до|от|за|для|по|к|у|рядом|около|если|верно|это|вам|вас|мы|вы|va|yoki|ham|lekin|deb|bilan|uchun|dan|ga|da|boʻl.*|gacha|edi|ekan|mi|emas|turadi|toʻgʻri|biz|siz|men)$/u;
const scaled = 1_000;

/** Amounts and clock times of a text. Calendar dates are left out. */
export function quantitiesIn(text: string, tokens: readonly Token[]): Quantity[] {
  const written = tokens.flatMap((token, at): Quantity[] => {
    const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(token.text) ?? [];
    const time = hour === undefined ? undefined : clockAt(Number(hour), Number(minute));
    return time === undefined ? [] : [{ ...time, unit: 'clock', isOrdinal: false, begin: at, end: at + 1 }];
  });
  const found: Quantity[] = [...written, ...wordAmounts(tokens)];
  for (const number of numbersIn(text, tokens)) {
    const quantity = quantityOf(text, tokens, number);
    if (!found.some(({ begin, end }) => quantity.begin < end && begin < quantity.end)) found.push(quantity);
  }
  found.sort((one, other) => one.begin - other.begin);
  found.forEach((quantity, at) => {
    const next = found[at + 1];
    if (next === undefined || quantity.isOrdinal || next.isOrdinal) return;
    const between = tokens
      .slice(quantity.end, next.begin)
      .map((token) => token.text)
      .filter((word) => next.unit !== 'clock' || !beforeClock.test(word));
    const isRange = between.length <= 1 && between.every((word) => links.has(word) || isSuffix(word));
    if (!isRange || /[,;.!?]/.test(gap(text, tokens, quantity.end, next.begin))) return;
    if (quantity.unit === undefined && next.unit !== undefined) share(next.unit, quantity);
    else if (quantity.unit === 'clock' && next.unit === undefined) share('clock', next);
  });
  return withHalvesAndEdges(text, tokens, found).map(comparable);
}

/** Both ends of a range have the unit of either one. */
function share(unit: string, quantity: Quantity): void {
  const clock = unit === 'clock' ? clockAt(quantity.value, 0) : undefined;
  if (unit === 'clock' && clock === undefined) return;
  Object.assign(quantity, { unit, isCounting: false }, clock);
}

function isSuffix(word: string): boolean {
  return /^(?:dan|ga|gacha|ta|da)$/u.test(word);
}

function quantityOf(text: string, tokens: readonly Token[], number: NumberMention): Quantity {
  const { value, isOrdinal, begin, end, suffix } = number;
  const word = (at: number) => tokens[at]?.text ?? '';
  const quantity: Quantity = { value, isOrdinal, begin, end, suffix };
  if (isOrdinal) return unitOf(word(end)) === 'year' ? { ...quantity, unit: 'year' } : quantity;
  const clock = clockOf(text, tokens, number);
  if (clock !== undefined) return clock;
  const isHouse = houseBefore.test(word(begin - 1)) && !/,/.test(gap(text, tokens, begin, begin));
  if (isHouse || houseBehind.test(word(end)) || isBeforeStreet(text, tokens, end))
    return { ...quantity, unit: 'house' };
  const unit =
    unitOf(word(end)) ??
    (isSuffix(word(end)) || suffix === 'ta' || /^(?:each|x|х)$/.test(word(end))
      ? unitOf(word(end + 1))
      : undefined) ??
    (isCurrency(unitOf(word(begin - 1))) && /^[$€₽]$/.test(word(begin - 1))
      ? unitOf(word(begin - 1))
      : undefined);
  if (unit !== undefined) return { ...quantity, unit };
  return { ...quantity, isCounting: value < scaled && isCounting(text, tokens, number) };
}

/** 12 Amir Temur Street */
function isBeforeStreet(text: string, tokens: readonly Token[], end: number): boolean {
  const behind = tokens.slice(end, end + 4);
  const at = behind.findIndex((token) => street.test(token.text));
  return at >= 0 && !/[,;.!?]/.test(text.slice(tokens[end - 1]?.to, behind[at]?.from));
}

function isCounting(text: string, tokens: readonly Token[], { value, end, suffix }: NumberMention): boolean {
  if (suffix.startsWith('ta') || tokens[end]?.text === 'ta') return true;
  const next = tokens[end];
  if (next === undefined || !/^[ -]?$/.test(gap(text, tokens, end, end))) return false;
  if (!/^\p{L}{3,}/u.test(next.text) || notCounted.test(next.text)) return false;
  // In English a counted noun ends in s; in the other languages any noun may be counted.
  if (value > 1 && /^[a-z]+$/.test(next.text) && isEnglish(text))
    return /s$|^(?:people|children)$/.test(next.text);
  return !/^\p{Lu}/u.test(text.slice(next.from));
}

function isEnglish(text: string): boolean {
  return languageOf(text) === 'en';
}

function clockOf(text: string, tokens: readonly Token[], number: NumberMention): Quantity | undefined {
  const { value, isOrdinal, begin, end, suffix } = number;
  if (value > 24 || (!Number.isInteger(value) && value % 1 !== 0.5)) return undefined;
  const word = (at: number) => tokens[at]?.text ?? '';
  const at = (minutes: number, from: number, to: number): Quantity => ({
    ...(clockAt(Math.floor(value), minutes) ?? { value }),
    unit: 'clock',
    isOrdinal,
    suffix,
    begin: from,
    end: to,
  });
  const before = word(begin - 1);
  if (before === 'past' && word(begin - 2) === 'half') return at(30, begin - 2, end);
  const isScaled = /^(?:million|milliard|mln|ming)/u.test(word(end + 1));
  const hasHalf = /^yarim(?:da|dan|ga|gacha)?$/u.test(word(end)) && !isScaled;
  if (hasHalf && unitOf(word(end + 1)) === undefined) return at(30, begin, end + 1);
  const minute = value % 1 === 0.5 ? { value: 30, end } : minuteBehind(tokens, end, text);
  const isAlone = !/^\s*[\p{L}\d%]/u.test(text.slice(tokens[end - 1]?.to)) && Number.isInteger(value);
  const isSaidAsClock =
    beforeClock.test(before) ||
    behindClock.test(word(end)) ||
    (word(end) === 'дня' && /^(?:в|до|после|к)$/u.test(before)) ||
    clockPhrase.test(text.slice(tokens[end - 1]?.to)) ||
    (onlyClockPreposition.test(before) && isAlone) ||
    (suffix === 'da' && isAlone) ||
    (minute !== undefined && clockPreposition.test(before));
  if (isSaidAsClock) return minute === undefined ? at(0, begin, end) : at(minute.value, begin, minute.end);
  return clockPreposition.test(before) && /^час/u.test(word(end)) ? at(0, begin, end) : undefined;
}

/** девять тридцать, nine thirty */
function minuteBehind(
  tokens: readonly Token[],
  at: number,
  text: string,
): { value: number; end: number } | undefined {
  const before = tokens[at - 1];
  const token = tokens[at];
  if (before === undefined || token === undefined || text.slice(before.to, token.from) !== ' ')
    return undefined;
  const [number] = numbersIn(text, tokens.slice(at, at + 2));
  if (number?.begin !== 0 || number.isOrdinal || number.value % 5 !== 0) return undefined;
  if (number.value < 10 || number.value > 55) return undefined;
  return { value: number.value, end: at + number.end };
}
