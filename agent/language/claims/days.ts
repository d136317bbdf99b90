import { type Token, tokensOf } from '../../../lib/spoken/read-numbers.ts';
import { dayMs, tashkentOffsetMs } from '../../../lib/time.ts';
import { anyOf, clausesOf } from './any-of.ts';
import { type Quantity, gap, placeOfOrdinal, unitOf } from './quantity.ts';

/** A day in a text: a weekday, a day of the month, a date, or a distance from today. */
export interface DayMention {
  weekday?: number;
  /** Without a month: "the 27th". */
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

/**
 * The names of the weekdays, Sunday first. The second pattern has abbreviations that mean a weekday only at a dash: Mon–Sat,
 * Du–Ju; "sun" and "sat" are words, too.
 */
const weekdays: [name: RegExp, abbreviation: RegExp][] = [
  [/^(?:sundays?$|yakshanba|воскресень|вс$)/u, /^(?:sun|yak|yaksh)$/u],
  [/^(?:mondays?$|dushanba|понедельник|пн$)/u, /^(?:mon|du|dush)$/u],
  [/^(?:tuesdays?$|seshanba|вторник|вт$)/u, /^(?:tues?|se|sesh)$/u],
  [/^(?:wednesdays?$|chorshanba|сред(?:а|у|ы|е|ам|ой)$|ср$)/u, /^(?:wed|cho|chor)$/u],
  [/^(?:thursdays?$|payshanba|четверг|чт$)/u, /^(?:thu|thurs?|pay)$/u],
  [/^(?:fridays?$|juma(?:da|dan|ga|gacha|ni)?$|пятниц|пт$)/u, /^(?:fri|ju)$/u],
  [/^(?:saturdays?$|shanba|суббот|сб$)/u, /^(?:sat|sha|shan)$/u],
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
/** An ordinal alone is a day from here on. Smaller ones count parts of the conversation: the second question. */
const minDayAlone = 11;
const nextPeriod = /^(?:next|следующ|kelasi|keyingi)/u;
const singleDayWord = /^(?:next|this|coming|следующ|ближайш|эт(?:от|у|о)$|kelasi|keyingi|shu$)/u;

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
    const isAtDash = isDash(index) || isDash(index + 1);
    const weekday = weekdays.findIndex(
      ([name, abbreviation]) => name.test(text) || (isAtDash && abbreviation.test(text)),
    );
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
    const month = months.findIndex((pattern) => pattern.test(text));
    if (month === -1)
      return quantities
        .filter(({ value, isOrdinal, begin }) => isOrdinal && begin === index && value >= minDayAlone)
        .filter(({ end }) => !placeOfOrdinal.test(tokens[end]?.text ?? ''))
        .map(({ value, begin, end }) => ({ date: { day: value }, begin, end }));
    const endOfDay = tokens[index - 1]?.text === 'of' ? index - 1 : index;
    const number = quantities.find(
      ({ begin, end, unit }) => unit === undefined && (end === endOfDay || begin === index + 1),
    );
    if (number === undefined) return [];
    const [begin, end] = [Math.min(number.begin, index), Math.max(number.end, index + 1)];
    return [{ date: { day: number.value, month }, begin, end }];
  });
}

/** Weekdays, with the days between the ends of a range. */
function weekdaysOf(mentions: readonly DayMention[]): number[] {
  return mentions.flatMap(({ weekday, isFrom, period }, index) => {
    if (period === 'every day') return [...weekdays.keys()];
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
    for (const weekday of weekdaysOf(mentions)) openingDays.set(weekday, state);
  }
  return openingDays;
}

/** The days that sources name. If a source names tomorrow, it also supports that day's weekday and date. */
export class KnownDays {
  readonly #weekdays = new Set<number>();
  /** Milliseconds since 1970 at which the days begin. */
  readonly #dates = new Set<number>();
  readonly #periods = new Set<string>();
  readonly #todayMs: number;

  /** @param now in any zone: days are those of Tashkent */
  constructor(now: Date) {
    this.#todayMs = new Date(now.getTime() + tashkentOffsetMs).setUTCHours(0, 0, 0, 0);
  }

  /** @param isWeekly weekdays recur every week, as in a plan; a visitor means the next one */
  add(mentions: readonly DayMention[], isWeekly: boolean): void {
    for (const weekday of weekdaysOf(mentions)) this.#weekdays.add(weekday);
    for (const mention of mentions) {
      if (mention.period !== undefined) this.#periods.add(mention.period);
      const dateMs = this.#dateOf(mention);
      if (dateMs === undefined || (isWeekly && mention.weekday !== undefined)) continue;
      this.#dates.add(dateMs);
      this.#weekdays.add(new Date(dateMs).getUTCDay());
    }
  }

  has(mention: DayMention): boolean {
    const { period, weekday, isSingle, date } = mention;
    if (period === 'every day' && this.#weekdays.size === weekdays.length) return true;
    if (period !== undefined) return this.#periods.has(period);
    if (weekday !== undefined && isSingle !== true) return this.#weekdays.has(weekday);
    if (date !== undefined && date.month === undefined)
      return [...this.#dates].some((dateMs) => new Date(dateMs).getUTCDate() === date.day);
    return this.#dates.has(this.#dateOf(mention) ?? NaN);
  }

  /** The next day that the mention can mean; undefined for a period. */
  #dateOf({ weekday, date, inDays }: DayMention): number | undefined {
    const today = new Date(this.#todayMs);
    if (weekday !== undefined) return this.#todayMs + ((weekday - today.getUTCDay() + 7) % 7 || 7) * dayMs;
    if (inDays !== undefined) return this.#todayMs + inDays * dayMs;
    if (date === undefined) return undefined;
    const [year, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth()];
    if (date.month === undefined)
      return Date.UTC(year, date.day < today.getUTCDate() ? thisMonth + 1 : thisMonth, date.day);
    const thisYearMs = Date.UTC(year, date.month, date.day);
    return thisYearMs >= this.#todayMs ? thisYearMs : Date.UTC(year + 1, date.month, date.day);
  }
}
