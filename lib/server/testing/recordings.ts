import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Recording } from '../leads/recording.ts';
import { dataDirectory } from './server.ts';

/** The first bytes of a WebM file and as many more: enough for what looks at the beginning alone. */
export function webmBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size, 7);
  Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'latin1').copy(bytes);
  return bytes;
}

/** A recording that has just arrived, waiting on disk. */
export function newRecording(of: Partial<Recording> & { bytes?: number } = {}): Recording {
  const size = of.bytes ?? 100;
  const file = path.join(dataDirectory(), randomUUID());
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, webmBytes(size));
  return {
    phone: '+998901234567',
    room: null,
    durationS: 10,
    extension: 'webm',
    ...of,
    file: { path: file, size, type: 'audio/webm' },
  };
}
