import { type Token, tokensOf } from '../../../lib/spoken/read-numbers.ts';
import { dayMs, tashkentOffsetMs } from '../../../lib/time.ts';
import { anyOf, clausesOf } from './any-of.ts';
import { type Quantity, gap, unitOf } from './quantity.ts';

/** A day in a text: a weekday, a day of the month, a date, or a distance from today. */
export interface DayMention {
  weekday?: number;
  date?: { day: number; month?: number };
  inDays?: number;
  /** Next week, next month, every day. */
  period?: string;
  /** The first weekday of a range. */
  isFrom?: boolean;
  /** A single day, not every week's: next Monday. */
  isSingle?: boolean;
  begin: number;
  end: number;
}

/** Sunday first. */
const weekdays = [
  /^(?:sundays?$|yakshanba|воскресень|вс$)/u,
  /^(?:mondays?$|dushanba|понедельник|пн$)/u,
  /^(?:tuesdays?$|seshanba|вторник|вт$)/u,
  /^(?:wednesdays?$|chorshanba|сред(?:а|у|ы|е|ам|ой)$|ср$)/u,
  /^(?:thursdays?$|payshanba|четверг|чт$)/u,
  /^(?:fridays?$|juma(?:da|dan|ga|gacha|ni)?$|пятниц|пт$)/u,
  /^(?:saturdays?$|shanba|суббот|сб$)/u,
];
/** Abbreviations that are weekdays only at a dash: Mon–Sat, Du–Ju; "sun" and "sat" are words, too. */
const abbreviatedWeekdays = [
  /^(?:sun|yak|yaksh)$/u,
  /^(?:mon|du|dush)$/u,
  /^(?:tues?|se|sesh)$/u,
  /^(?:wed|cho|chor)$/u,
  /^(?:thu|thurs?|pay)$/u,
  /^(?:fri|ju)$/u,
  /^(?:sat|sha|shan)$/u,
];
const everyDay = /^(?:(?:every|each) day|daily|кажд\p{L}+ день|ежедневно|без выходных|har kuni)(?!\p{L})/u;
const months = [
  /^(?:january$|yanvar|январ)/u,
  /^(?:february$|fevral|феврал)/u,
  /^(?:march$|mart(?:da|dan|ga)?$|март)/u,
  /^(?:april$|aprel|апрел)/u,
  /^(?:may$|may(?:da|dan|ga)$|ма[йя]$|мае$)/u,
  /^(?:june$|iyun|июн)/u,
  /^(?:july$|iyul|июл)/u,
  /^(?:august$|avgust|август)/u,
  /^(?:september$|sentyabr|sentabr|сентябр)/u,
  /^(?:october$|oktyabr|oktabr|октябр)/u,
  /^(?:november$|noyabr|ноябр)/u,
  /^(?:december$|dekabr|декабр)/u,
];
const distances: [RegExp, number][] = [
  [/^(?:tomorrow|ertaga(?:gi|dan|cha)?|завтра(?:шн.*)?)$/u, 1],
  [/^(?:indinga(?:gi)?|послезавтра)$/u, 2],
];
const nextPeriod = /^(?:next|следующ|kelasi|keyingi)/u;
const singleDayWord = /^(?:next|this|coming|следующ|ближайш|эт(?:от|у|о)$|kelasi|keyingi|shu$)/u;

const indexIn = (patterns: readonly RegExp[], word: string) =>
  patterns.findIndex((pattern) => pattern.test(word));

/** The days that a text names. Their numbers do not count as amounts. */
export function daysIn(
  source: string,
  tokens: readonly Token[],
  quantities: readonly Quantity[],
): DayMention[] {
  const isDash = (index: number) => /^\.? ?[-–—] ?$/u.test(gap(source, tokens, index, index));
  return tokens.flatMap(({ text, from }, index): DayMention[] => {
    if (everyDay.test(source.slice(from).toLowerCase()))
      return [{ period: 'every day', begin: index, end: index + 1 }];
    const fullName = indexIn(weekdays, text);
    const isAtDash = isDash(index) || isDash(index + 1);
    const weekday = fullName === -1 && isAtDash ? indexIn(abbreviatedWeekdays, text) : fullName;
    if (weekday !== -1) {
      const nextWord = tokens[index + 1]?.text ?? '';
      const isFrom =
        isDash(index + 1) || text.endsWith('dan') || /^(?:to|through|until|till|по|до)$/u.test(nextWord);
      const isSingle = singleDayWord.test(tokens[index - 1]?.text ?? '');
      return [{ weekday, isFrom, isSingle, begin: index, end: index + 1 }];
    }
    const period = unitOf(tokens[index + 1]?.text ?? '');
    if (nextPeriod.test(text) && (period === 'week' || period === 'month'))
      return [{ period, begin: index, end: index + 2 }];
    const distance = distances.find(([pattern]) => pattern.test(text));
    if (distance !== undefined) return [{ inDays: distance[1], begin: index, end: index + 1 }];
    const [, day, monthNumber] = /^(\d{1,2})\.(\d{1,2})\.\d{4}$/.exec(text) ?? [];
    if (day !== undefined) {
      const date = { day: Number(day), month: Number(monthNumber) - 1 };
      return [{ date, begin: index, end: index + 1 }];
    }
    const month = indexIn(months, text);
    if (month === -1) return dayAlone(tokens, quantities, index);
    const isDay = ({ value, unit }: Quantity) => unit === undefined && value >= 1 && value <= 31;
    const numberEnd = beforeEnding(tokens, tokens[index - 1]?.text === 'of' ? index - 1 : index);
    const numberBefore = quantities.find((each) => each.end === numberEnd && isDay(each));
    const offset = ['the', 'st', 'th'].includes(tokens[index + 1]?.text ?? '') ? 2 : 1;
    const number = numberBefore ?? quantities.find((each) => each.begin === index + offset && isDay(each));
    if (number === undefined) return [];
    const [begin, end] = [Math.min(number.begin, index), Math.max(number.end, index + 1)];
    return [{ date: { day: number.value, month }, begin, end }];
  });
}

/** Where a number before this index ends, without an ending such as "th". */
function beforeEnding(tokens: readonly Token[], index: number): number {
  return /^(?:st|nd|rd|th|го|е|ое|inchi|nchi)$/u.test(tokens[index - 1]?.text ?? '') ? index - 1 : index;
}

/** A day of the month without its month: "the 27th". */
function dayAlone(tokens: readonly Token[], quantities: readonly Quantity[], index: number): DayMention[] {
  const [number, ending] = [tokens[index]?.text ?? '', tokens[index + 1]?.text ?? ''];
  if (!/^\d{1,2}$/.test(number) || !/^(?:st|nd|rd|th)$/.test(ending)) return [];
  const hasMonth = [-1, 2, 3].some((offset) => indexIn(months, tokens[index + offset]?.text ?? '') !== -1);
  if (hasMonth || !quantities.some(({ begin }) => begin === index)) return [];
  return [{ date: { day: Number(number) }, begin: index, end: index + 2 }];
}

/** Weekdays, with the days between the ends of a range. */
function weekdaysOf(mentions: readonly DayMention[]): number[] {
  return mentions.flatMap(({ weekday, isFrom }, index) => {
    const lastWeekday = mentions[index + 1]?.weekday;
    if (weekday === undefined) return [];
    if (isFrom !== true || lastWeekday === undefined) return [weekday];
    return Array.from({ length: (lastWeekday - weekday + 7) % 7 }, (_, day) => (weekday + day) % 7);
  });
}

const closedWords = anyOf('closed', 'выходн|закрыт|не работа', 'dam ol|yopiq|ishlama');
const openWords = anyOf('(?:re)?open|work', 'работа|откры|жд[её]м', 'ishla|ochiq|ochil|kutamiz');

/** The weekdays that a text calls open or closed. */
export function openingDaysIn(text: string) {
  const openingDays = new Map<number, 'open' | 'closed'>();
  for (const clause of clausesOf(text.toLowerCase())) {
    const state = closedWords.test(clause) ? 'closed' : openWords.test(clause) ? 'open' : undefined;
    if (state === undefined) continue;
    const mentions = daysIn(clause, tokensOf(clause), []);
    const isEveryDay = mentions.some(({ period }) => period === 'every day');
    const openOrClosed = isEveryDay ? weekdays.keys() : weekdaysOf(mentions);
    for (const weekday of openOrClosed) openingDays.set(weekday, state);
  }
  return openingDays;
}

/** The days that sources name. If a source names tomorrow, it also supports that day's weekday and date. */
export class KnownDays {
  readonly #weekdays = new Set<number>();
  readonly #dates = new Set<string>();
  /** The next dates of the plan's weekdays. */
  readonly #weeklyDates = new Set<string>();
  readonly #periods = new Set<string>();
  readonly #daysOfMonth = new Set<number>();
  readonly #now: Date;

  /** @param now in any zone: days are those of Tashkent */
  constructor(now: Date) {
    this.#now = new Date(now.getTime() + tashkentOffsetMs);
  }

  /** @param isWeekly weekdays recur every week, as in a plan; a visitor means the next one */
  add(mentions: readonly DayMention[], isWeekly: boolean): void {
    for (const weekday of weekdaysOf(mentions)) this.#weekdays.add(weekday);
    for (const { weekday, date, inDays, period } of mentions) {
      if (period !== undefined) this.#periods.add(period);
      if (weekday !== undefined && isWeekly) this.#weeklyDates.add(keyOf(this.#nextWeekday(weekday)));
      if (weekday !== undefined && !isWeekly) this.#addDate(this.#nextWeekday(weekday));
      if (inDays !== undefined) this.#addDay(this.#inDays(inDays));
      if (date?.month !== undefined) this.#addDay(this.#nextDate(date.day, date.month));
    }
  }

  has({ weekday, isSingle, date, inDays, period }: DayMention): boolean {
    if (period === 'every day' && this.#weekdays.size === weekdays.length) return true;
    if (period !== undefined) return this.#periods.has(period);
    if (weekday !== undefined)
      return isSingle === true
        ? this.#dates.has(keyOf(this.#nextWeekday(weekday)))
        : this.#weekdays.has(weekday);
    if (inDays !== undefined) return this.#dates.has(keyOf(this.#inDays(inDays)));
    if (date === undefined) return true;
    if (date.month === undefined) return this.#daysOfMonth.has(date.day);
    const key = keyOf(this.#nextDate(date.day, date.month));
    return this.#dates.has(key) || this.#weeklyDates.has(key);
  }

  #nextWeekday(weekday: number): Date {
    return this.#inDays((weekday - this.#now.getUTCDay() + 7) % 7 || 7);
  }

  #inDays(days: number): Date {
    return new Date(this.#now.getTime() + days * dayMs);
  }

  #nextDate(day: number, month: number): Date {
    const year = this.#now.getUTCFullYear();
    const date = new Date(Date.UTC(year, month, day, 23));
    return date.getTime() < this.#now.getTime() - dayMs ? new Date(Date.UTC(year + 1, month, day)) : date;
  }

  #addDay(date: Date): void {
    this.#weekdays.add(date.getUTCDay());
    this.#addDate(date);
  }

  #addDate(date: Date): void {
    this.#dates.add(keyOf(date));
    this.#daysOfMonth.add(date.getUTCDate());
  }
}

function keyOf(date: Date): string {
  return `${date.getUTCMonth()}-${date.getUTCDate()}`;
}
