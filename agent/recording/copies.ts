import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Room } from '@livekit/rtc-node';
import { z } from 'zod';
import { type AgentCopyStep, agentCopyAnswer } from '../../lib/contracts/call-events.ts';
import type { DispatchMetadata } from '../../lib/contracts/token.ts';
import { dayMs } from '../../lib/time.ts';
import { log } from '../../lib/server/platform/log.ts';
import { RequestRefused, type askSigned, isRetryable } from '../reporting/events.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { CallCopy } from './call-copy.ts';
import { oggDurationS } from './ogg-opus.ts';
import { VisitorLink } from './visitor-link.ts';

/** A copy that has not been written to for this long is finished, or its process was killed. */
const finishedAfterMs = 5_000;
const roundMs = 5_000;
const lookEveryMs = 500;
const requestTimeoutMs = 60_000;
const keptMs = 7 * dayMs;

const soundFile = 'sound.ogg';
const callFile = 'call.json';
const copiedCall = z.object({ room: z.string(), callbackUrl: z.url() });

/**
 * The copies on this machine's disk, a folder each. Every agent process offers the finished ones to their web app until it has stored them or
 * does not need them, so the copy of a killed process is offered by another one or by the next.
 */
export class Copies {
  readonly #folder: string;
  readonly #ask: typeof askSigned;
  /** Copies whose delay was logged. */
  readonly #delayed = new Set<string>();

  constructor(folder: string, ask: typeof askSigned) {
    this.#folder = folder;
    this.#ask = ask;
  }

  /** Records the call in this room. */
  record(room: Room, jobId: string, dispatch: DispatchMetadata): CallCopy {
    const link = new VisitorLink(room);
    return new CallCopy({
      begin: () => this.begin(jobId, dispatch),
      room: dispatch.room,
      voiceRateHz,
      isVisitorThere: () => link.isUp(),
    });
  }

  /** Creates the folder of a call's copy. @returns the file for its sound */
  async begin(jobId: string, { room, callbackUrl }: DispatchMetadata): Promise<string> {
    const folder = path.join(this.#folder, jobId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const call: z.infer<typeof copiedCall> = { room, callbackUrl };
    await writeFile(path.join(folder, callFile), JSON.stringify(call), { mode: 0o600 });
    return path.join(folder, soundFile);
  }

  /** Offers finished copies until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.offerFinished();
      await delay(roundMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Waits until no copy is left, at most for `withinMs`. */
  async delivered(withinMs: number): Promise<void> {
    const endMs = Date.now() + withinMs;
    while (Date.now() < endMs && (await this.#names()).length > 0) await delay(lookEveryMs);
  }

  async offerFinished(): Promise<void> {
    const now = Date.now();
    for (const name of await this.#names()) {
      const folder = path.join(this.#folder, name);
      const mtimeMs = await lastWrite(folder);
      if (mtimeMs === undefined || now - mtimeMs < finishedAfterMs) continue;
      const next = await this.#offer(folder).catch((cause: unknown) => this.#afterFault(folder, cause));
      if (next === 'delete' || now - mtimeMs > keptMs) await rm(folder, { recursive: true, force: true });
    }
  }

  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  async #offer(folder: string): Promise<AgentCopyStep> {
    const sound = await readFile(path.join(folder, soundFile)).catch(() => Buffer.alloc(0));
    const durationS = Math.floor(oggDurationS(sound));
    if (durationS === 0) return 'delete';
    const { room, callbackUrl } = copiedCall.parse(
      JSON.parse(await readFile(path.join(folder, callFile), 'utf8')),
    );
    const url = new URL(`/api/calls/${room}/recording`, callbackUrl).href;
    const ask = async (copy: object) => {
      const answer = await this.#ask(url, copy, AbortSignal.timeout(requestTimeoutMs));
      return agentCopyAnswer.parse(answer).next;
    };
    const copy = { room, durationS, bytes: sound.length };
    const next = await ask(copy);
    if (next !== 'send') return next;
    const afterwards = await ask({ ...copy, audio: sound.toString('base64') });
    log.info('copy_sent', { room, durationS, bytes: sound.length });
    return afterwards;
  }

  #afterFault(folder: string, cause: unknown): AgentCopyStep {
    const isFinal = cause instanceof RequestRefused && !isRetryable(cause.status);
    const job = path.basename(folder);
    if (isFinal) log.warn('copy_refused', { job }, cause);
    else if (!this.#delayed.has(job)) log.warn('copy_delayed', { job }, cause);
    this.#delayed.add(job);
    return isFinal ? 'delete' : 'wait';
  }
}

/** Undefined if another process has deleted the copy meanwhile. */
async function lastWrite(folder: string): Promise<number | undefined> {
  const found = await stat(path.join(folder, soundFile)).catch(() => stat(folder).catch(() => undefined));
  return found?.mtimeMs;
}
