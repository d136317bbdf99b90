import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { wavFile, wavHeaderBytes } from '../../wav.ts';
import type { SentRecording } from '../leads/recordings.ts';
import { dataDirectory } from './server.ts';

/** A silent WAV file of exactly this many bytes: an even number, larger than its header. */
export function silentWav(bytes: number): Uint8Array<ArrayBuffer> {
  return wavFile(new Int16Array((bytes - wavHeaderBytes) / 2));
}

/** The keys of all recordings in the folder. */
export function storedKeys(): string[] {
  return globSync('*/*', { cwd: path.join(dataDirectory(), 'audio') });
}

/** Writes a recording to disk, as an upload does before it is saved. */
export function newRecording(overrides: Partial<SentRecording> & { bytes?: number } = {}): SentRecording {
  const { bytes = 100, ...fields } = overrides;
  const file = path.join(dataDirectory(), randomUUID());
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, silentWav(bytes));
  const defaults = {
    phone: '+998901234567',
    room: null,
    durationS: 10,
    extension: 'wav',
    recordedBy: 'visitor' as const,
  };
  return { ...defaults, ...fields, file: { path: file, size: bytes, type: 'audio/wav' } };
}
