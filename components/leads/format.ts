const bytesPerMegabyte = 1024 * 1024;

/** Bytes as megabytes with 2 decimals (spec.md section 2), without the unit, in the writing of the language. */
export function megabytes(sizeBytes: number, language: string): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return format.format(sizeBytes / bytesPerMegabyte);
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

/** The name under which all leads are saved: leads-{timestamp}.json (spec.md section 7). */
export function exportName(nowMs = Date.now()): string {
  return `leads-${nowMs}.json`;
}
