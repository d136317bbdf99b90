import { type NumberMention, type Token, numbersIn } from '../../../lib/spoken/read-numbers.ts';
import { languageOf } from '../language-of.ts';
import { withHalvesAndEdges } from './clock-times.ts';
import { type Quantity, clockAt, comparable, gap, unitOf } from './quantity.ts';
import { wordAmounts } from './word-amounts.ts';

const wordBeforeClock = /^(?:soat|kechki|ertalab(?:ki)?|tungi|tunda|kechqurun|kechasi|tushki)$/u;
const wordAfterClock =
  /^[\s,]*(?:(?:am|pm|утра|вечера|ночи)(?!\p{L})|in the (?:morning|evening|afternoon)|at night|(?:a|p)\.m|o['’ʻ]?clock)/iu;
const clockPreposition = /^(?:at|until|till|before|after|в|во|до|к|с|после)$/u;
/** A number after one of these words is an hour, unless it counts something. */
const onlyClockPreposition = /^(?:at|в|во|к)$/u;
const street = /^(?:street|avenue|road|koʻcha|улиц|проспект)/u;
const wordBeforeHouse = /^(?:street|koʻchasi|дом|house|улица|проспект|number)$/u;
/** Words that link a range, whose unit follows its second number. */
const rangeLinks = new Set('to and or by x х до на по и или va yoki dan soat kechki'.split(' '));
/** Words that may follow a number without being what it counts. */
const notCounted =
  /^(?:and|but|off|with|are|was|will|right|then|next|after|before|too|also|only|per|или|для|рядом|около|если|верно|это|вам|вас|yoki|ham|lekin|deb|bilan|uchun|dan|boʻl.*|gacha|edi|ekan|emas|turadi|toʻgʻri|biz|siz|men)$/u;

/** Amounts and clock times of a text. Dates such as 24.11.2026 are left out. */
export function quantitiesIn(text: string, tokens: readonly Token[]): Quantity[] {
  const clockTimes = tokens.flatMap((token, index): Quantity[] => {
    const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(token.text) ?? [];
    const clock = clockAt(Number(hour), Number(minute));
    return clock === undefined
      ? []
      : [{ ...clock, unit: 'clock', isOrdinal: false, begin: index, end: index + 1 }];
  });
  const quantities: Quantity[] = [...clockTimes, ...wordAmounts(tokens)];
  for (const number of numbersIn(text, tokens)) {
    const quantity = quantityOf(text, tokens, number);
    if (!quantities.some(({ begin, end }) => quantity.begin < end && begin < quantity.end))
      quantities.push(quantity);
  }
  quantities.sort((a, b) => a.begin - b.begin);
  for (const [index, quantity] of quantities.entries()) {
    const nextQuantity = quantities[index + 1];
    if (nextQuantity === undefined || quantity.isOrdinal || nextQuantity.isOrdinal) continue;
    const wordsBetween = tokens.slice(quantity.end, nextQuantity.begin);
    const isRange = wordsBetween.length <= 1 && wordsBetween.every((word) => rangeLinks.has(word.text));
    const isOneClause = !/[,;.!?]/.test(gap(text, tokens, quantity.end, nextQuantity.begin));
    if (!isRange || !isOneClause) continue;
    // The first number of a range has the unit of the second. If the first is a time, so is the second.
    if (quantity.unit === undefined) setUnit(quantity, nextQuantity.unit);
    else if (quantity.unit === 'clock' && nextQuantity.unit === undefined && nextQuantity.value > 0)
      setUnit(nextQuantity, 'clock');
  }
  return withHalvesAndEdges(text, tokens, quantities).map(comparable);
}

function setUnit(quantity: Quantity, unit: string | undefined): void {
  const clock = unit === 'clock' ? clockAt(quantity.value) : undefined;
  if (unit !== 'clock' || clock !== undefined) Object.assign(quantity, { unit }, clock);
}

function quantityOf(text: string, tokens: readonly Token[], number: NumberMention): Quantity {
  const { isOrdinal, begin, end } = number;
  const word = (at: number) => tokens[at]?.text ?? '';
  if (isOrdinal && unitOf(word(end)) !== 'year') return number;
  const clock = clockOf(text, tokens, number);
  if (clock !== undefined) return clock;
  const isAfterStreet = wordBeforeHouse.test(word(begin - 1)) && !/,/.test(gap(text, tokens, begin, begin));
  // "12 Amir Temur Street"
  const isBeforeStreet = tokens
    .slice(end, end + 4)
    .some((token) => street.test(token.text) && !/[,;.!?]/.test(text.slice(tokens[end - 1]?.to, token.from)));
  if (isAfterStreet || isBeforeStreet || word(end).startsWith('uy')) return { ...number, unit: 'house' };
  const unit = unitOf(word(end)) ?? (/^[$€₽]$/.test(word(begin - 1)) ? unitOf(word(begin - 1)) : undefined);
  return unit === undefined
    ? { ...number, isCounting: isCounting(text, tokens, number) }
    : { ...number, unit };
}

function isCounting(text: string, tokens: readonly Token[], { value, end, suffix }: NumberMention): boolean {
  if (suffix !== '') return suffix.startsWith('ta');
  const nextToken = tokens[end];
  if (nextToken === undefined || !/^[ -]?$/.test(gap(text, tokens, end, end))) return false;
  if (nextToken.text === 'ta') return true;
  if (!/^\p{Ll}{3,}/u.test(text.slice(nextToken.from)) || notCounted.test(nextToken.text)) return false;
  // In English a counted noun ends in s; in the other languages any noun may be counted.
  return value === 1 || languageOf(text) !== 'en' || /s$|^(?:people|children)$/.test(nextToken.text);
}

function clockOf(text: string, tokens: readonly Token[], number: NumberMention): Quantity | undefined {
  const { value, begin, end, suffix } = number;
  if (value > 24) return undefined;
  const word = (at: number) => tokens[at]?.text ?? '';
  const clockTime = (minutes: number, from: number, to: number): Quantity | undefined => {
    const clock = clockAt(Math.floor(value), minutes);
    return clock === undefined ? undefined : { ...number, ...clock, unit: 'clock', begin: from, end: to };
  };
  const previousWord = word(begin - 1);
  if (previousWord === 'past' && word(begin - 2) === 'half') return clockTime(30, begin - 2, end);
  if (/^yarim(?:da|dan|ga|gacha)?$/u.test(word(end))) return clockTime(30, begin, end + 1);
  const minute =
    value % 1 === 0.5 ? { value: 30, end } : suffix === '' ? minuteAfter(text, tokens, end) : undefined;
  const textAfter = text.slice(tokens[end - 1]?.to);
  const isAlone = !/^\s*[\p{L}\d%]/u.test(textAfter) && Number.isInteger(value);
  const isClock =
    wordBeforeClock.test(previousWord) ||
    wordAfterClock.test(textAfter) ||
    (clockPreposition.test(previousWord) && (minute !== undefined || /^(?:час|дня$)/u.test(word(end)))) ||
    (isAlone && (suffix === 'da' || onlyClockPreposition.test(previousWord)));
  return isClock ? clockTime(minute?.value ?? 0, begin, minute?.end ?? end) : undefined;
}

/** The minutes after an hour: «девять тридцать», "nine thirty", «двадцать ноль-ноль». */
function minuteAfter(text: string, tokens: readonly Token[], at: number) {
  const [number] = numbersIn(text, tokens.slice(at, at + 2));
  const isNext = number?.begin === 0 && gap(text, tokens, at, at) === ' ';
  if (!isNext || number.isOrdinal || !/^(?:0|[1-5][05])$/.test(String(number.value))) return undefined;
  return { value: number.value, end: at + number.end };
}
