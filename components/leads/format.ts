import type { Language } from '@/lib/i18n/language';

const bytesPerMegabyte = 1024 * 1024;
const timeZone = 'Asia/Tashkent';

/** Many browsers have no Uzbek dates and numbers; in figures alone they are written as in Russian. */
const writtenAs: Record<Language, string> = { uz: 'ru', ru: 'ru', en: 'en' };
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

/** Bytes as megabytes with 2 decimals (spec.md section 2), without the unit. */
export function megabytes(sizeBytes: number, language: Language): string {
  const format = new Intl.NumberFormat(writtenAs[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return format.format(sizeBytes / bytesPerMegabyte);
}

/** Seconds to a tenth, without the unit. */
export function tenthsOfSeconds(seconds: number, language: Language): string {
  return new Intl.NumberFormat(writtenAs[language], { maximumFractionDigits: 1 }).format(seconds);
}

/** What a recording ends with by its type; the browsers that cannot record WebM give MP4. */
const extensions: Record<string, string> = {
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
};

/** The name under which a recording is saved: {phone}-conversation.webm (spec.md section 7). */
export function recordingName(phoneNumber: string, audioType = 'audio/webm'): string {
  const container = audioType.split(';')[0]?.trim().toLowerCase() ?? '';
  return `${phoneNumber}-conversation.${extensions[container] ?? 'webm'}`;
}

/** The name under which leads are saved: leads-{timestamp}.json (spec.md section 7), or .csv. */
export function exportName(format: string, nowMs = Date.now()): string {
  return `leads-${nowMs}.${format}`;
}
