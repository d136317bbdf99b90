import { type NumberMention, type Token, numbersIn } from '../../../lib/spoken/read-numbers.ts';
import { languageOf } from '../language-of.ts';
import { withEdges } from './clock-edges.ts';
import { type Quantity, clockMinutes, comparable, gap, isCurrency, unitOf } from './quantity.ts';
import { wordAmounts } from './word-amounts.ts';

const wordBeforeClock = /^(?:soat|kechki|ertalab(?:ki)?|tungi|tunda|kechqurun|kechasi|tushki)$/u;
const wordAfterClock = /^(?:am|pm|oʻ?clock|утра|вечера|ночи)$/u;
const wordBeforeHouse = /^(?:street|koʻchasi|дом|house|улица|проспект|number)$/u;
const wordAfterHouse = /^(?:uy|street)/u;
const street = /^(?:street|avenue|road|koʻcha|улиц|проспект)/u;
const clockPhrase = /^[\s,]*(?:in the (?:morning|evening|afternoon)|at night|(?:a|p)\.m|o['’ʻ]?clock)/iu;
const clockPreposition = /^(?:at|until|till|before|after|в|во|до|к|с|после)$/u;
/** A number after one of these words is an hour, unless it counts something. */
const onlyClockPreposition = /^(?:at|в|во|к)$/u;
/** Words that link a range, whose unit follows its second number. */
const rangeLinks = new Set(['to', 'and', 'by', 'x', 'х', 'до', 'на', 'по', 'и', 'или', 'va', 'yoki', 'or']);
/** Words that may follow a number without being what it counts. */
const notCounted =
  /^(?:and|or|but|to|of|in|on|at|by|for|from|off|with|is|are|was|will|right|then|next|after|before|too|also|only|per|и|или|а|но|в|во|на|с|со|до|от|за|для|по|к|у|рядом|около|если|верно|это|вам|вас|мы|вы|va|yoki|ham|lekin|deb|bilan|uchun|dan|ga|da|boʻl.*|gacha|edi|ekan|mi|emas|turadi|toʻgʻri|biz|siz|men)$/u;
/** A bare number from here on is money and counts nothing. */
const minMoney = 1_000;

/** Amounts and clock times of a text. Dates such as 24.11.2026 are left out. */
export function quantitiesIn(text: string, tokens: readonly Token[]): Quantity[] {
  const clockTimes = tokens.flatMap((token, index): Quantity[] => {
    const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(token.text) ?? [];
    const value = hour === undefined ? undefined : clockMinutes(Number(hour), Number(minute));
    return value === undefined
      ? []
      : [{ value, unit: 'clock', isOrdinal: false, begin: index, end: index + 1 }];
  });
  const quantities: Quantity[] = [...clockTimes, ...wordAmounts(tokens)];
  for (const number of numbersIn(text, tokens)) {
    const quantity = quantityOf(text, tokens, number);
    if (!quantities.some(({ begin, end }) => quantity.begin < end && begin < quantity.end))
      quantities.push(quantity);
  }
  quantities.sort((a, b) => a.begin - b.begin);
  quantities.forEach((quantity, index) => {
    const nextQuantity = quantities[index + 1];
    if (nextQuantity === undefined || quantity.isOrdinal || nextQuantity.isOrdinal) return;
    const wordsBetween = tokens
      .slice(quantity.end, nextQuantity.begin)
      .map((token) => token.text)
      .filter((word) => nextQuantity.unit !== 'clock' || !wordBeforeClock.test(word));
    const isRange =
      wordsBetween.length <= 1 && wordsBetween.every((word) => rangeLinks.has(word) || isSuffix(word));
    if (!isRange || /[,;.!?]/.test(gap(text, tokens, quantity.end, nextQuantity.begin))) return;
    if (quantity.unit === undefined && nextQuantity.unit !== undefined) setUnit(nextQuantity.unit, quantity);
    else if (quantity.unit === 'clock' && nextQuantity.unit === undefined) setUnit('clock', nextQuantity);
  });
  return withEdges(text, tokens, quantities).map(comparable);
}

/** Gives one end of a range the unit of the other end. */
function setUnit(unit: string, quantity: Quantity): void {
  const value = unit === 'clock' ? clockMinutes(quantity.value) : quantity.value;
  if (value !== undefined) Object.assign(quantity, { unit, value, isCounting: false });
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
  const isHouse = wordBeforeHouse.test(word(begin - 1)) && !/,/.test(gap(text, tokens, begin, begin));
  if (isHouse || wordAfterHouse.test(word(end)) || isBeforeStreet(text, tokens, end))
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
  return { ...quantity, isCounting: value < minMoney && isCounting(text, tokens, number) };
}

/** True for the number in "12 Amir Temur Street". */
function isBeforeStreet(text: string, tokens: readonly Token[], end: number): boolean {
  const tokensAfter = tokens.slice(end, end + 4);
  const streetIndex = tokensAfter.findIndex((token) => street.test(token.text));
  return streetIndex >= 0 && !/[,;.!?]/.test(text.slice(tokens[end - 1]?.to, tokensAfter[streetIndex]?.from));
}

function isCounting(text: string, tokens: readonly Token[], { value, end, suffix }: NumberMention): boolean {
  if (suffix.startsWith('ta') || tokens[end]?.text === 'ta') return true;
  const nextToken = tokens[end];
  if (nextToken === undefined || !/^[ -]?$/.test(gap(text, tokens, end, end))) return false;
  if (!/^\p{L}{3,}/u.test(nextToken.text) || notCounted.test(nextToken.text)) return false;
  // In English a counted noun ends in s; in the other languages any noun may be counted.
  if (value > 1 && /^[a-z]+$/.test(nextToken.text) && languageOf(text) === 'en')
    return /s$|^(?:people|children)$/.test(nextToken.text);
  return !/^\p{Lu}/u.test(text.slice(nextToken.from));
}

function clockOf(text: string, tokens: readonly Token[], number: NumberMention): Quantity | undefined {
  const { value, isOrdinal, begin, end, suffix } = number;
  if (value > 24 || (!Number.isInteger(value) && value % 1 !== 0.5)) return undefined;
  const word = (at: number) => tokens[at]?.text ?? '';
  const at = (minutes: number, from: number, to: number): Quantity => ({
    value: clockMinutes(Math.floor(value), minutes) ?? value,
    unit: 'clock',
    isOrdinal,
    suffix,
    begin: from,
    end: to,
  });
  const previousWord = word(begin - 1);
  if (previousWord === 'past' && word(begin - 2) === 'half') return at(30, begin - 2, end);
  const isScaled = /^(?:million|milliard|mln|ming)/u.test(word(end + 1));
  const hasHalf = /^yarim(?:da|dan|ga|gacha)?$/u.test(word(end)) && !isScaled;
  if (hasHalf && unitOf(word(end + 1)) === undefined) return at(30, begin, end + 1);
  const minute = value % 1 === 0.5 ? { value: 30, end } : minuteAfter(tokens, end, text);
  const isAlone = !/^\s*[\p{L}\d%]/u.test(text.slice(tokens[end - 1]?.to)) && Number.isInteger(value);
  const isSaidAsClock =
    wordBeforeClock.test(previousWord) ||
    wordAfterClock.test(word(end)) ||
    (word(end) === 'дня' && /^(?:в|до|после|к)$/u.test(previousWord)) ||
    clockPhrase.test(text.slice(tokens[end - 1]?.to)) ||
    (onlyClockPreposition.test(previousWord) && isAlone) ||
    (suffix === 'da' && isAlone) ||
    (minute !== undefined && clockPreposition.test(previousWord));
  if (isSaidAsClock) return minute === undefined ? at(0, begin, end) : at(minute.value, begin, minute.end);
  return clockPreposition.test(previousWord) && /^час/u.test(word(end)) ? at(0, begin, end) : undefined;
}

/** The minutes after an hour: «девять тридцать», "nine thirty". */
function minuteAfter(
  tokens: readonly Token[],
  at: number,
  text: string,
): { value: number; end: number } | undefined {
  const hourToken = tokens[at - 1];
  const minuteToken = tokens[at];
  if (hourToken === undefined || minuteToken === undefined) return undefined;
  if (text.slice(hourToken.to, minuteToken.from) !== ' ') return undefined;
  const [number] = numbersIn(text, tokens.slice(at, at + 2));
  if (number?.begin !== 0 || number.isOrdinal || number.value % 5 !== 0) return undefined;
  if (number.value < 10 || number.value > 55) return undefined;
  return { value: number.value, end: at + number.end };
}
