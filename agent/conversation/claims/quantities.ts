import { type NumberMention, type Token, numbersIn } from '../../../lib/spoken/read-numbers.ts';

/** An amount with what it counts, as far as the text says it. */
export interface Quantity {
  value: number;
  /** `money`, a currency, `percent`, `clock` (minutes of half a day), a unit; undefined for a bare number. */
  unit?: string;
  isOrdinal: boolean;
  /** Its tokens: the first one, and the one behind the last. */
  begin: number;
  end: number;
}

/** Beginnings of words. */
const units: [unit: string, pattern: RegExp][] = [
  ['percent', /^(?:%$|percent|foiz|процент)/u],
  ['soum', /^(?:soʻm|so?ums?$|uzs$|сум(?:а|ов|у|ам|ы)?$|сўм)/u],
  ['dollar', /^(?:\$$|dollar|usd$|доллар)/u],
  ['euro', /^(?:€$|euros?$|eur$|yevro|евро$)/u],
  ['rouble', /^(?:₽$|rubl|roubles?$|rubles?$|руб)/u],
  ['minute', /^(?:minutes?$|mins?$|daqiqa|minut|минут)/u],
  ['hour', /^(?:hours?$|soat|час(?:а|ов|ам|у)?$)/u],
  ['day', /^(?:days?$|kun(?:da|dan|ga|lik|gacha)?$|кун|день$|дня$|дней$|дню$|сут)/u],
  ['week', /^(?:weeks?$|hafta|недел)/u],
  ['month', /^(?:months?$|oy(?:da|dan|ga|lik|gacha)?$|месяц)/u],
  ['year', /^(?:years?$|yil|год(?:а|у|ы)?$|лет$|летн)/u],
  ['person', /^(?:people$|persons?$|kishi|odam|человек)/u],
  ['length', /^(?:met(?:re|er)s?$|metr|метр|km$|километр|kilomet)/u],
];
const currencies = new Set(['soum', 'dollar', 'euro', 'rouble']);

const beforeClock = /^(?:soat|kechki|ertalab(?:ki)?|tungi|tunda|kechqurun|kechasi|tushki)$/u;
const behindClock = /^(?:am|pm|oʻ?clock|утра|вечера|ночи)$/u;
const houseBefore = /^(?:street|koʻchasi|дом|house|улица|проспект)$/u;
const houseBehind = /^(?:uy|street)/u;
const clockPhrase = /^[\s,]*(?:in the (?:morning|evening|afternoon)|at night|(?:a|p)\.m|o['’ʻ]?clock)/iu;
const clockPreposition = /^(?:at|until|till|before|after|в|во|до|к|с|после)$/u;
const halfBefore: Record<string, number> = {
  ...{
    первого: 1,
    второго: 2,
    третьего: 3,
    четвёртого: 4,
    четвертого: 4,
    пятого: 5,
    шестого: 6,
    седьмого: 7,
  },
  ...{ восьмого: 8, девятого: 9, десятого: 10, одиннадцатого: 11, двенадцатого: 12 },
};
/** Links of a range: with the unit behind its second number. */
const links = new Set(['to', 'and', 'by', 'x', 'х', 'до', 'на', 'по', 'и', 'или', 'va', 'yoki', 'or']);

const halfDayMin = 720;

function clock(hour: number, minute: number): number | undefined {
  if (hour > 24 || minute > 59 || !Number.isInteger(hour)) return undefined;
  return (hour * 60 + minute) % halfDayMin;
}

function unitOf(word: string): string | undefined {
  return units.find(([, pattern]) => pattern.test(word))?.[0];
}

/** Amounts and clock times of a text. Calendar dates are left out. */
export function quantitiesIn(text: string, tokens: readonly Token[]): Quantity[] {
  const written = tokens.flatMap((token, at): Quantity[] => {
    const [, hour, minute] = /^(\d{1,2}):(\d\d)$/.exec(token.text) ?? [];
    const value = hour === undefined ? undefined : clock(Number(hour), Number(minute));
    return value === undefined ? [] : [{ value, unit: 'clock', isOrdinal: false, begin: at, end: at + 1 }];
  });
  const found: Quantity[] = [...written, ...bareHours(tokens)];
  for (const number of numbersIn(text, tokens)) {
    const quantity = quantityOf(text, tokens, number);
    if (!found.some(({ begin, end }) => quantity.begin < end && begin < quantity.end)) found.push(quantity);
  }
  found.sort((one, other) => one.begin - other.begin);
  found.forEach((quantity, at) => {
    const next = found[at + 1];
    if (quantity.unit !== undefined || next?.unit === undefined || quantity.isOrdinal) return;
    const between = tokens.slice(quantity.end, next.begin).map((token) => token.text);
    const isRange = between.length <= 1 && between.every((word) => links.has(word) || isSuffix(word));
    if (isRange && !/[,;.!?]/.test(gap(text, tokens, quantity.end, next.begin))) quantity.unit = next.unit;
    if (quantity.unit === 'clock') quantity.value = clock(quantity.value, 0) ?? quantity.value;
  });
  return found;
}

function isSuffix(word: string): boolean {
  return /^(?:dan|ga|gacha|ta|da)$/u.test(word);
}

function gap(text: string, tokens: readonly Token[], end: number, begin: number): string {
  return text.slice(tokens[end - 1]?.to, tokens[begin]?.from);
}

/** "an hour", «через неделю», «полчаса», "half an hour", yarim soat, midnight */
function bareHours(tokens: readonly Token[]): Quantity[] {
  return tokens.flatMap(({ text }, at): Quantity[] => {
    const word = (index: number) => tokens[at + index]?.text ?? '';
    const make = (value: number, unit: string, length: number): Quantity[] => [
      { value, unit, isOrdinal: false, begin: at, end: at + length },
    ];
    if (/^полчаса$/u.test(text)) return make(30, 'minute', 1);
    if (text === 'half' && word(1) === 'an' && word(2) === 'hour') return make(30, 'minute', 3);
    if (text === 'yarim' && word(1).startsWith('soat') && !/^(?:yarim|bir)$/.test(word(-1)))
      return make(30, 'minute', 2);
    if (text === 'half' && word(1) === 'past') return [];
    if (/^(?:midnight|полуноч|полночь)/u.test(text)) return make(0, 'clock', 1);
    if (text === 'yarim' && word(1).startsWith('kecha')) return make(0, 'clock', 2);
    if (/^(?:noon|полдень|полудня)$/u.test(text)) return make(0, 'clock', 1);
    if (/^half$|^половин[ауеы]$/u.test(text) && halfBefore[word(1)] !== undefined)
      return make(((halfBefore[word(1)] ?? 1) - 1) * 60 + 30, 'clock', 2);
    const unit = unitOf(word(1));
    const isDuration = unit !== undefined && ['hour', 'day', 'week', 'month', 'year'].includes(unit);
    if (isDuration && /^(?:через|за)$/u.test(text)) return make(1, unit, 2);
    if (/^(?:in|within|takes?|after)$/u.test(text) && /^(?:an?|one)$/u.test(word(1))) {
      const behind = unitOf(word(2));
      if (behind !== undefined && ['hour', 'day', 'week', 'month', 'year'].includes(behind))
        return make(1, behind, 3);
    }
    return [];
  });
}

function quantityOf(text: string, tokens: readonly Token[], number: NumberMention): Quantity {
  const { value, isOrdinal, begin, end } = number;
  const word = (at: number) => tokens[at]?.text ?? '';
  const quantity: Quantity = { value, isOrdinal, begin, end };
  if (isOrdinal) return quantity;
  const isHour = value <= 24 && (Number.isInteger(value) || value % 1 === 0.5);
  const at = (minutes: number, from: number, to: number): Quantity => ({
    ...quantity,
    value: clock(Math.floor(value), minutes) ?? value,
    unit: 'clock',
    begin: from,
    end: to,
  });
  if (isHour) {
    const before = word(begin - 1);
    if (before === 'past' && word(begin - 2) === 'half') return at(30, begin - 2, end);
    const isScaled = /^(?:million|milliard|mln|ming)/u.test(word(end + 1));
    const hasHalf = /^yarim(?:da|dan|ga|gacha)?$/u.test(word(end)) && !isScaled;
    if (hasHalf && unitOf(word(end + 1)) === undefined) return at(30, begin, end + 1);
    const minute = value % 1 === 0.5 ? { value: 30, end } : minuteBehind(tokens, end, text);
    const isSaidAsClock =
      beforeClock.test(before) ||
      behindClock.test(word(end)) ||
      (word(end) === 'дня' && /^(?:в|до|после|к)$/u.test(before)) ||
      clockPhrase.test(text.slice(tokens[end - 1]?.to)) ||
      (minute !== undefined && clockPreposition.test(before));
    if (isSaidAsClock) return minute === undefined ? at(0, begin, end) : at(minute.value, begin, minute.end);
    if (clockPreposition.test(before) && /^час/u.test(word(end))) return at(0, begin, end);
    if (houseBefore.test(before) || houseBehind.test(word(end))) return { ...quantity, unit: 'house' };
  }
  const unit =
    unitOf(word(end)) ??
    (isSuffix(word(end)) || number.suffix === 'ta' || /^(?:each|x|х)$/.test(word(end))
      ? unitOf(word(end + 1))
      : undefined) ??
    (currencies.has(unitOf(word(begin - 1)) ?? '') && /^[$€₽]$/.test(word(begin - 1))
      ? unitOf(word(begin - 1))
      : undefined);
  return unit === undefined ? quantity : { ...quantity, unit };
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
