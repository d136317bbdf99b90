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
export function comparable<
  Amount extends { value: number; count?: number; unit?: string; isOrdinal: boolean },
>(amount: Amount): Amount {
  const { value, unit = '', isOrdinal } = amount;
  if (unit === 'year' && value >= firstCalendarYear) return { ...amount, unit: 'calendar', isOrdinal: false };
  const smaller = smallerUnits[unit];
  return smaller === undefined || isOrdinal
    ? amount
    : { ...amount, count: value, unit: smaller.unit, value: value * smaller.times };
}
