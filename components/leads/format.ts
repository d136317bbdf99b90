import type { Language } from '@/lib/i18n/language';
import { writtenAs } from '@/lib/time';

const bytesPerMegabyte = 1024 * 1024;
const timeZone = 'Asia/Tashkent';

const figures: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const words: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** A moment as day and minute in Tashkent, whatever the reader's own clock says; what is no moment as it stands. */
export function dayAndTime(iso: string, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const style = language === 'uz' ? figures : words;
  return new Intl.DateTimeFormat(writtenAs[language], { ...style, timeZone }).format(date);
}

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

/** The same without the year, for a narrow place. */
export function shortDayAndTime(iso: string, language: Language): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const style = language === 'uz' ? shortFigures : shortWords;
  return new Intl.DateTimeFormat(writtenAs[language], { ...style, timeZone, hour12: false }).format(date);
}

/** A day of the calendar, written YYYY-MM-DD. */
export function calendarDay(day: string, language: Language): string {
  const style: Intl.DateTimeFormatOptions =
    language === 'uz' ? { day: '2-digit', month: '2-digit', year: 'numeric' } : { dateStyle: 'medium' };
  return new Intl.DateTimeFormat(writtenAs[language], { ...style, timeZone: 'UTC' }).format(Date.parse(day));
}

/** The same in figures alone, for the narrowest place. */
export function figuresOfTime(iso: string): string {
  return shortDayAndTime(iso, 'uz');
}

const minutesInHour = 60;
const minutesInDay = 24 * minutesInHour;
const minutesInMonth = 30 * minutesInDay;

/** How long ago something was; null for what is older than a month, or no moment. */
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
export function megabytes(sizeBytes: number, language: Language): string {
  const format = new Intl.NumberFormat(writtenAs[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return format.format(sizeBytes / bytesPerMegabyte);
}

/** File extension of a recording by its type; the browsers that cannot record WebM give MP4. */
const extensions: Record<string, string> = {
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
};

/** The name under which a recording is saved: {phone}-conversation.webm. */
export function recordingName(phoneNumber: string, audioType = 'audio/webm'): string {
  const container = audioType.split(';')[0]?.trim().toLowerCase() ?? '';
  return `${phoneNumber}-conversation.${extensions[container] ?? 'webm'}`;
}

/** The name under which leads are saved: leads-{timestamp}.json, or .csv. */
export function exportName(format: string, nowMs = Date.now()): string {
  return `leads-${nowMs}.${format}`;
}
