import { appendFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type CallEvent, callEvent } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';

/** Each line is complete in itself, because a killed process may cut the last one. */
const fileLine = z.object({ url: z.url(), room: z.string(), event: callEvent });
type FileLine = z.infer<typeof fileLine>;

/** The events of one call on disk, confirmed ones among them. Exists only while some are unconfirmed. */
export class EventFile {
  readonly #file: string;
  readonly #call: Pick<FileLine, 'url' | 'room'>;
  #lastStep = Promise.resolve();

  constructor(file: string, call: Pick<FileLine, 'url' | 'room'>) {
    this.#file = file;
    this.#call = call;
  }

  append(event: CallEvent): void {
    const line: FileLine = { ...this.#call, event };
    this.#queueStep(async () => {
      await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      await appendFile(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    });
  }

  /** Deletes the events that were appended before. */
  remove(): void {
    this.#queueStep(() => rm(this.#file, { force: true }));
  }

  /** Resolves when all earlier changes are on the disk. */
  written(): Promise<void> {
    return this.#lastStep;
  }

  /** Runs the steps one after the other. If the disk fails, the events are still sent from memory. */
  #queueStep(step: () => Promise<void>): void {
    const { room } = this.#call;
    const onFault = (cause: unknown) => log.error('call_events_not_stored', { room }, cause);
    this.#lastStep = this.#lastStep.then(step).catch(onFault);
  }
}

export interface StoredEvents {
  /** In the order in which the call reported them. */
  lines: FileLine[];
  /** The time since the last write. */
  ageMs: number;
  /** Deletes the file unless events were appended meanwhile. */
  remove: () => Promise<void>;
}

/** Reads a file. Undefined if another process has deleted it. */
export async function readEvents(file: string): Promise<StoredEvents | undefined> {
  const statsAtRead = await stat(file).catch(() => undefined);
  const fileText = await readFile(file, 'utf8').catch(() => undefined);
  if (statsAtRead === undefined || fileText === undefined) return undefined;
  const remove = async () => {
    const statsNow = await stat(file).catch(() => undefined);
    if (statsNow?.mtimeMs === statsAtRead.mtimeMs) await rm(file, { force: true });
  };
  return { lines: fileText.split('\n').flatMap(readLine), ageMs: Date.now() - statsAtRead.mtimeMs, remove };
}

function readLine(text: string): FileLine[] {
  try {
    return [fileLine.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}
