import { type Language, formatLocales } from '@/lib/i18n/language';
import { formatPhone } from '@/lib/phone';
import { shortDayAndTime, tashkentClock } from '@/lib/time';

/** A number in groups; one that is not Uzbek unchanged. */
export function shownPhone(phone: string): string {
  return formatPhone(phone) || phone;
}

const bytesPerMegabyte = 1024 * 1024;

const numericStyle: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const wordStyle: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** Day and minute in Tashkent time. Returns an invalid moment unchanged. */
export function dayAndTime(iso: string, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const style = language === 'uz' ? numericStyle : wordStyle;
  return formatDate(date, language, { ...style, ...tashkentClock });
}

/** @param day YYYY-MM-DD */
export function calendarDay(day: string, language: Language): string {
  const style: Intl.DateTimeFormatOptions =
    language === 'uz' ? { day: '2-digit', month: '2-digit', year: 'numeric' } : { dateStyle: 'medium' };
  return formatDate(Date.parse(day), language, { ...style, timeZone: 'UTC' });
}

/** The Russian abbreviation of "year" stays on the line of its figures. */
function formatDate(date: Date | number, language: Language, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formatLocales[language], style).format(date).replace(' г.', '\u00a0г.');
}

/** The short day and time without words. */
export function numericDayAndTime(iso: string): string {
  return shortDayAndTime(iso, 'uz');
}

const minutesInHour = 60;
const minutesInDay = 24 * minutesInHour;
const minutesInMonth = 30 * minutesInDay;

/** The age of a moment; null if it is invalid or over a month ago. */
export function ageOf(
  iso: string,
  nowMinutes: number,
): { unit: 'minutes' | 'hours' | 'days'; count: number } | null {
  const minutes = Math.max(0, nowMinutes - Math.floor(Date.parse(iso) / 60_000));
  if (Number.isNaN(minutes) || minutes >= minutesInMonth) return null;
  if (minutes < minutesInHour) return { unit: 'minutes', count: minutes };
  if (minutes < minutesInDay) return { unit: 'hours', count: Math.floor(minutes / minutesInHour) };
  return { unit: 'days', count: Math.floor(minutes / minutesInDay) };
}

/** Bytes as megabytes with 2 decimals, without the unit. */
export function formatMegabytes(sizeBytes: number, language: Language): string {
  const format = new Intl.NumberFormat(formatLocales[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return format.format(sizeBytes / bytesPerMegabyte);
}

/** Browsers that cannot record WebM record MP4. */
const extensions: Record<string, string> = {
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
};

/** {phone}-conversation.webm; another container has its own extension. */
export function recordingName(phoneNumber: string, audioType = 'audio/webm'): string {
  const container = audioType.split(';')[0]?.trim().toLowerCase() ?? '';
  return `${phoneNumber}-conversation.${extensions[container] ?? 'webm'}`;
}

/** leads-{timestamp}.json or .csv */
export function exportName(format: string, nowMs = Date.now()): string {
  return `leads-${nowMs}.${format}`;
}
