import type { BrowserStep } from '@/lib/contracts/recording';
import type { LocalRecording } from './outbox';
import { webmLengthMs, withWebmLength } from './webm-length';

/** A recording ready to be sent. */
export interface RecordedFile {
  room: string;
  phone: string;
  token: string;
  durationMs: number;
  /** It is uploaded straight into the store. */
  direct?: boolean;
  audio: Blob;
  /** The trace of this visit, where the server traces calls. */
  steps?: BrowserStep[];
}

/** One file of all chunks. MediaRecorder's WebM does not say how long it is and cannot be sought: its duration is written into it. */
export async function toFile({
  chunks,
  parts = [],
  mime,
  ...recording
}: LocalRecording): Promise<RecordedFile> {
  if (chunks.length === 0) return { ...recording, audio: new Blob() };
  const type = mime.split(';')[0];
  const audio = new Blob([await oneFile(chunks, parts, mime)], { type });
  if (!mime.includes('webm')) return { ...recording, audio };
  const bytes = await audio.arrayBuffer();
  const durationMs = webmLengthMs(bytes) ?? recording.durationMs;
  return { ...recording, durationMs, audio: new Blob(withWebmLength(bytes, durationMs), { type }) };
}

/** A page that was reloaded began a file of its own. */
async function oneFile(
  chunks: Blob[],
  parts: NonNullable<LocalRecording['parts']>,
  mime: string,
): Promise<Blob> {
  if (parts.length === 0) return new Blob(chunks);
  const files = [{ chunk: 0, atMs: 0 }, ...parts].map(async ({ chunk, atMs }, place) => {
    const bytes = await new Blob(chunks.slice(chunk, parts[place]?.chunk)).arrayBuffer();
    return { bytes, atMs };
  });
  const recorded = await Promise.all(files);
  if (mime.includes('mp4')) return (await import('./mp4-join')).joinMp4(recorded);
  return (await import('./webm-join')).joinWebm(recorded);
}
