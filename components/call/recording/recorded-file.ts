import type { BrowserStep } from '@/lib/contracts/recording';
import type { RecordedPart } from './join-parts';
import type { LocalRecording } from './outbox';

/** A recording ready to be sent. */
export interface RecordedFile {
  room: string;
  phone: string;
  token: string;
  durationMs: number;
  /** True if the file is uploaded straight into storage. */
  direct?: boolean;
  audio: Blob;
  /** The trace of this visit, if the server traces calls. */
  steps?: BrowserStep[];
}

/** Load it when a call begins: an upgrade of the site removes the files of this page. */
export const loadJoinParts = () => import('./join-parts');

/** Joins all chunks into one file. An unreadable file is sent unchanged, without a length, so that the agent's copy wins. */
export async function toFile({ chunks, parts, mime, ...recording }: LocalRecording): Promise<RecordedFile> {
  if (chunks.length === 0) return { ...recording, audio: new Blob() };
  const [type = ''] = mime.split(';');
  const { joinParts } = await loadJoinParts();
  const joined = await joinParts(await filesOf(chunks, parts), type);
  return { ...recording, ...(joined ?? { audio: new Blob(chunks, { type }), durationMs: 0 }) };
}

/** Splits the chunks into files: a reload or a change of source begins a new one. */
function filesOf(chunks: Blob[], parts: LocalRecording['parts']): Promise<RecordedPart[]> {
  const files = parts.map(async ({ chunk, atMs }, place) => {
    const bytes = await new Blob(chunks.slice(chunk, parts[place + 1]?.chunk)).arrayBuffer();
    return { bytes, atMs };
  });
  return Promise.all(files);
}

/** The form fields of a recording. */
export function fieldsOf({ phone, durationMs, room, steps }: RecordedFile): Record<string, string> {
  const fields = {
    phoneNumber: phone,
    duration: String(Math.round(durationMs / 1000)),
    roomName: room,
  };
  return steps ? { ...fields, steps: JSON.stringify(steps) } : fields;
}

export function nameOf({ audio }: RecordedFile): string {
  return `conversation.${audio.type.split('/')[1] || 'webm'}`;
}
