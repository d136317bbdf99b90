import { type Language, formatLocales } from './i18n/language.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const hourS = 3_600;
export const dayS = 24 * hourS;
export const yearS = 365 * dayS;

/** Seconds to a tenth, without the unit: 1 gives 1.0. */
export function tenthsOfSeconds(seconds: number, language: Language): string {
  return new Intl.NumberFormat(formatLocales[language], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(seconds);
}

/** A day of the calendar, written YYYY-MM-DD. For the server: many browsers have no Uzbek months. */
export function dayInWords(day: string, language: Language): string {
  const words = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(Date.parse(day));
  if (language !== 'uz') return words({ dateStyle: 'long' });
  return `${words({ year: 'numeric' })}-yil ${words({ day: 'numeric', month: 'long' })}`;
}

/** Whole seconds as m:ss: 7 gives 0:07, 3671 gives 61:11. */
export function minutesSeconds(totalS: number): string {
  const wholeS = Math.max(0, Math.floor(totalS));
  return `${Math.floor(wholeS / 60)}:${String(wholeS % 60).padStart(2, '0')}`;
}

/** Whole seconds as mm:ss: 7 gives 00:07. */
export function paddedMinutesSeconds(totalS: number): string {
  return minutesSeconds(totalS).padStart(5, '0');
}

/** The first whole minute, on the visitor's clock, at which something is possible: 14:34:05 gives 14:35. */
export function clockFrom(ms: number, language: string): string {
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return time.format(Math.ceil(ms / minuteMs) * minuteMs);
}

/** Tashkent is five hours ahead of UTC all year. */
export const tashkentOffset = '+05:00';
export const tashkentOffsetMs = 5 * hourMs;

/** The day of a moment in Tashkent, as 2026-11-22. */
export function tashkentDay(atMs: number): string {
  return new Date(atMs + tashkentOffsetMs).toISOString().slice(0, 10);
}

/** Midnight in Tashkent before a moment. */
export function tashkentMidnight(atMs: number): Date {
  return new Date(fromTashkent(`${tashkentDay(atMs)}T00:00`));
}

/** A moment as the value of a datetime-local field, on the clocks of Tashkent. */
export function inTashkent(iso: string): string {
  return new Date(Date.parse(iso) + tashkentOffsetMs).toISOString().slice(0, 16);
}

/** Converts the value of a datetime-local field, on the clocks of Tashkent, to a moment. */
export function fromTashkent(value: string): string {
  return new Date(`${value.slice(0, 16)}:00${tashkentOffset}`).toISOString();
}

/** Tomorrow at an hour, as the value of a datetime-local field. */
export function tomorrowAt(hour: number, nowMs = Date.now()): string {
  return `${tashkentDay(nowMs + dayMs)}T${String(hour).padStart(2, '0')}:00`;
}

export const tashkentClock = { timeZone: 'Asia/Tashkent', hourCycle: 'h23' } as const;

const shortFigures: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
};
const shortWords: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
};

/** Day and minute in Tashkent without the year, for the browser too: in Uzbek only figures. Returns an invalid moment unchanged. */
export function shortDayAndTime(iso: string, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const style = language === 'uz' ? shortFigures : shortWords;
  return new Intl.DateTimeFormat(formatLocales[language], { ...style, ...tashkentClock }).format(date);
}
