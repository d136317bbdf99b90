import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { AgentCopy } from '../../lib/contracts/call-events.ts';
import type { DispatchMetadata } from '../../lib/contracts/token.ts';
import { longestPageBytes, oggDurationS } from './ogg-opus.ts';

const soundFile = 'sound.ogg';
const callFile = 'call.json';
const copiedCall = z.object({ room: z.string(), callbackUrl: z.url() });

export interface StoredCopy extends z.infer<typeof copiedCall>, Pick<AgentCopy, 'durationS' | 'bytes'> {}

/** Creates the folder of a call's copy. @returns the file for its sound */
export async function beginCopy(folder: string, { room, callbackUrl }: DispatchMetadata): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const call: z.infer<typeof copiedCall> = { room, callbackUrl };
  await writeFile(path.join(folder, callFile), JSON.stringify(call), { mode: 0o600 });
  return path.join(folder, soundFile);
}

/** The time since the last write. Undefined if another process has deleted the copy. */
export async function copyAgeMs(folder: string): Promise<number | undefined> {
  const file = path.join(folder, soundFile);
  const fileStats = await stat(file).catch(() => stat(folder).catch(() => undefined));
  return fileStats && Date.now() - fileStats.mtimeMs;
}

/** Reads the call and the last page of the sound. Undefined for a copy without sound. */
export async function readCopy(folder: string): Promise<StoredCopy | undefined> {
  const sound = await soundFacts(path.join(folder, soundFile));
  if (sound.durationS === 0) return undefined;
  const call = await readFile(path.join(folder, callFile), 'utf8');
  return { ...copiedCall.parse(JSON.parse(call)), ...sound };
}

/** Resolves to the sound in base64. */
export function readSound(folder: string): Promise<string> {
  return readFile(path.join(folder, soundFile), 'base64');
}

/** Reads only the end of the file. */
async function soundFacts(file: string): Promise<Pick<AgentCopy, 'durationS' | 'bytes'>> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return { durationS: 0, bytes: 0 };
  try {
    const { size: bytes } = await handle.stat();
    const end = Buffer.alloc(Math.min(bytes, longestPageBytes));
    await handle.read(end, 0, end.length, bytes - end.length);
    return { durationS: Math.floor(oggDurationS(end)), bytes };
  } finally {
    await handle.close();
  }
}
