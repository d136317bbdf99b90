import type { Token } from '../../../lib/spoken/read-numbers.ts';

/** An amount and its unit, as far as the text states them. */
export interface Quantity {
  value: number;
  /** The value before conversion to a smaller unit. */
  count?: number;
  /** A currency, `percent`, `clock` (minutes of half a day), `house`, a unit; undefined for a bare number. */
  unit?: string;
  isOrdinal: boolean;
  /** The half of the day, if the text shows it. */
  half?: 'am' | 'pm';
  /** Something begins or ends at this clock time. */
  edge?: 'from' | 'to';
  /** A bare number followed by what it counts: six doctors. */
  isCounting?: boolean;
  /** The ending of an Uzbek number: dan, gacha, ta. */
  suffix?: string;
  /** The index of the first token, and of the token after the last. */
  begin: number;
  end: number;
}

const halfDayMin = 720;

/** A clock time in minutes of half a day, because texts rarely say which half; undefined if there is no such time. */
export function clockAt(hour: number, minute = 0): Pick<Quantity, 'value' | 'half'> | undefined {
  if (hour > 24 || minute > 59 || !Number.isInteger(hour)) return undefined;
  return { value: (hour * 60 + minute) % halfDayMin, half: hour > 12 && hour < 24 ? 'pm' : undefined };
}

/** True if an amount of a source supports a claimed one. */
export function isSame(source: Quantity, claimed: Quantity): boolean {
  const isAmount = (unit: string | undefined) => unit !== undefined && unit !== 'house';
  if (source.isOrdinal !== claimed.isOrdinal && (isAmount(source.unit) || isAmount(claimed.unit)))
    return false;
  if (source.unit === claimed.unit)
    return (
      source.value === claimed.value && agree(source.half, claimed.half) && agree(source.edge, claimed.edge)
    );
  if (source.unit !== undefined && claimed.unit !== undefined) return false;
  const [bareNumber, amount] = source.unit === undefined ? [source, claimed] : [claimed, source];
  if (bareNumber.isCounting === true && amount.unit !== 'person') return false;
  if (amount.unit === 'clock') return amount.value === clockAt(bareNumber.value)?.value;
  return bareNumber.value === (amount.count ?? amount.value);
}

/** True unless both are known and differ. */
function agree(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** The text between the token before `end` and that at `begin`. */
export function gap(text: string, tokens: readonly Token[], end: number, begin: number): string {
  return text.slice(tokens[end - 1]?.to, tokens[begin]?.from);
}

/** Each unit with a pattern for the beginnings of its words. */
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
const durations = new Set(['hour', 'day', 'week', 'month', 'year']);
/** A year and a half is 18 months. */
const smallerUnits: Record<string, { unit: string; times: number }> = {
  hour: { unit: 'minute', times: 60 },
  week: { unit: 'day', times: 7 },
  year: { unit: 'month', times: 12 },
};
/** Words after an ordinal that states a fact of the business. Other ordinals count parts of the conversation. */
export const placeOfOrdinal =
  /^(?:floor|branch|shop|store|street|building|lesson|qavat|uy|doʻkon|filial|dars|этаж|дом|магазин|филиал|урок|подъезд)/u;
const firstCalendarYear = 1_900;

export function unitOf(word: string): string | undefined {
  return units.find(([, pattern]) => pattern.test(word))?.[0];
}

export function isCurrency(unit: string | undefined): boolean {
  return currencies.has(unit ?? '');
}

export function isDuration(unit: string | undefined): unit is string {
  return durations.has(unit ?? '');
}

/** Converts an amount to the unit in which amounts are compared. */
export function comparable(amount: Quantity): Quantity {
  const { value, unit = '', isOrdinal } = amount;
  if (unit === 'year' && value >= firstCalendarYear) return { ...amount, unit: 'calendar', isOrdinal: false };
  const smaller = smallerUnits[unit];
  return smaller === undefined || isOrdinal
    ? amount
    : { ...amount, count: value, unit: smaller.unit, value: value * smaller.times };
}
