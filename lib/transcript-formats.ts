import type { SpeakerName } from './contracts/call-events.ts';

/** A piece of a conversation with its place in the recording, in seconds. */
export interface SpokenLine {
  speaker: SpeakerName;
  fromS: number;
  toS: number;
  text: string | null;
}

export const transcriptFormats = ['txt', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

export const transcriptTypes: Record<TranscriptFormat, string> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** Replaces speech whose words are unknown. */
const unknownWords = '…';

/**
 * A conversation as a text file, as SubRip subtitles, or as WebVTT (W3C, section 4).
 * @param names the name of each speaker
 */
export function formatTranscript(
  lines: SpokenLine[],
  format: TranscriptFormat,
  names: Record<SpeakerName, string>,
): string {
  switch (format) {
    case 'txt':
      return lines
        .map((line) => `[${clock(line.fromS, '.')}] ${names[line.speaker]}: ${words(line)}\n`)
        .join('');
    case 'srt':
      return lines
        .map((line, i) => `${i + 1}\n${range(line, ',')}\n${names[line.speaker]}: ${words(line)}\n\n`)
        .join('');
    case 'vtt':
      return 'WEBVTT\n\n' + lines.map((line) => cue(line, names[line.speaker])).join('');
  }
}

function cue(line: SpokenLine, name: string): string {
  return `${range(line, '.')}\n<v ${escapeVtt(name)}>${escapeVtt(words(line))}\n\n`;
}

function range({ fromS, toS }: SpokenLine, point: string): string {
  return `${clock(fromS, point)} --> ${clock(toS, point)}`;
}

/** The text in one line, so that it cannot end its cue or begin another one. */
function words({ text }: SpokenLine): string {
  return text?.replaceAll(/\s+/g, ' ').trim() || unknownWords;
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Seconds as hh:mm:ss, `point` and milliseconds. */
function clock(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${point}${part(ms % 1000, 3)}`;
}
