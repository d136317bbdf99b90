import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Room } from '@livekit/rtc-node';
import { type AgentCopy, type AgentCopyStep, agentCopyAnswer } from '../../lib/contracts/call-events.ts';
import type { ErrorCode } from '../../lib/contracts/errors.ts';
import { agentCopyTimeoutMs } from '../../lib/contracts/limits.ts';
import type { DispatchMetadata } from '../../lib/contracts/token.ts';
import { dayMs } from '../../lib/time.ts';
import { log } from '../../lib/server/platform/log.ts';
import { RequestRefused, type askSigned } from '../reporting/events.ts';
import { CallCopy } from './call-copy.ts';
import { type StoredCopy, beginCopy, copyAgeMs, readCopy, readSound } from './copy-folder.ts';
import { VisitorLink } from './visitor-link.ts';

/** A copy without a write for this long is finished, or its process was killed. */
const finishedAfterMs = 5_000;
const roundMs = 5_000;
const pollMs = 500;
const offerTimeoutMs = 10_000;
/** The wait after the first failed offer of a copy; it doubles up to `longestRetryMs`. */
const firstRetryMs = 5_000;
const longestRetryMs = 10 * 60_000;
const maxAgeMs = 7 * dayMs;

/** The web app's codes for a call that it has deleted or never had. */
const goneCodes = new Set<string | undefined>(['not_found', 'lead_deleted'] satisfies ErrorCode[]);

interface FinishedCopy extends StoredCopy {
  name: string;
  isExpired: boolean;
}

/**
 * The copies on this machine's disk, a folder each. Every agent process offers all finished copies to their web app, also those
 * of killed processes.
 */
export class Copies {
  readonly #folder: string;
  readonly #ask: typeof askSigned;
  /** Copies that could not be read or offered at the last try. */
  readonly #delayed = new Map<string, { untilMs: number; waitMs: number }>();
  /** Origins of the web apps that are receiving offers. */
  readonly #busyApps = new Set<string>();

  constructor(folder: string, ask: typeof askSigned) {
    this.#folder = folder;
    this.#ask = ask;
  }

  /** Records the call in this room. */
  record(room: Room, jobId: string, dispatch: DispatchMetadata): CallCopy {
    const link = new VisitorLink(room);
    return new CallCopy({
      begin: () => beginCopy(path.join(this.#folder, jobId), dispatch),
      room: dispatch.room,
      isVisitorThere: () => link.isUp(),
    });
  }

  /** Offers finished copies until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      void this.offerFinished();
      await delay(roundMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Waits until no copy is left, at most for `withinMs`. */
  async untilDelivered(withinMs: number): Promise<void> {
    const endMs = Date.now() + withinMs;
    while (Date.now() < endMs && (await this.#names()).length > 0) await delay(pollMs);
  }

  /** Offers each web app its copies one after the other. A slow web app does not delay the others. */
  async offerFinished(): Promise<void> {
    const finishedCopies = await Promise.all((await this.#names()).map((name) => this.#readIfFinished(name)));
    const dueCopies = finishedCopies.filter((copy) => copy !== undefined);
    const byApp = Map.groupBy(dueCopies, ({ callbackUrl }) => new URL(callbackUrl).origin);
    await Promise.all([...byApp].map(([origin, copies]) => this.#offerAll(origin, copies)));
  }

  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  async #readIfFinished(name: string): Promise<FinishedCopy | undefined> {
    const { untilMs = 0 } = this.#delayed.get(name) ?? {};
    if (Date.now() < untilMs) return undefined;
    const folder = path.join(this.#folder, name);
    const ageMs = await copyAgeMs(folder);
    if (ageMs === undefined || ageMs < finishedAfterMs) return undefined;
    const isExpired = ageMs > maxAgeMs;
    try {
      const copy = await readCopy(folder);
      if (copy !== undefined) return { ...copy, name, isExpired };
      await this.#remove(name);
    } catch (cause) {
      if (isExpired) await this.#remove(name);
      else this.#delay(name, cause);
    }
    return undefined;
  }

  async #offerAll(origin: string, copies: readonly FinishedCopy[]): Promise<void> {
    if (this.#busyApps.has(origin)) return;
    this.#busyApps.add(origin);
    try {
      for (const copy of copies) {
        const answer = await this.#offer(copy).catch((cause: unknown) => this.#handleFault(copy.name, cause));
        if (answer === 'delete' || copy.isExpired) await this.#remove(copy.name);
        // A web app that did not answer will not answer for its other copies either.
        if (answer === undefined) break;
      }
    } finally {
      this.#busyApps.delete(origin);
    }
  }

  async #offer({ name, room, callbackUrl, durationS, bytes }: FinishedCopy): Promise<AgentCopyStep> {
    const url = new URL(`/api/calls/${room}/recording`, callbackUrl).href;
    const ask = async (copy: AgentCopy, timeoutMs: number) => {
      const answer = await this.#ask(url, copy, AbortSignal.timeout(timeoutMs));
      return agentCopyAnswer.parse(answer).next;
    };
    const copy = { room, durationS, bytes };
    let nextStep = await ask(copy, offerTimeoutMs);
    if (nextStep === 'send') {
      const audio = await readSound(path.join(this.#folder, name));
      nextStep = await ask({ ...copy, audio }, agentCopyTimeoutMs);
      log.info('copy_sent', copy);
    }
    this.#delayed.delete(name);
    return nextStep;
  }

  /**
   * Deletes a copy only if the web app itself reports its call as gone. A proxy's refusal or a replaced key must not lose the
   * recording.
   */
  #handleFault(name: string, cause: unknown): AgentCopyStep | undefined {
    const isRefused = cause instanceof RequestRefused;
    if (isRefused && goneCodes.has(cause.code)) {
      log.warn('copy_refused', { job: name }, cause);
      return 'delete';
    }
    this.#delay(name, cause);
    return isRefused ? 'wait' : undefined;
  }

  #delay(name: string, cause: unknown): void {
    const previousDelay = this.#delayed.get(name);
    if (previousDelay === undefined) log.warn('copy_delayed', { job: name }, cause);
    const nextWaitMs = previousDelay === undefined ? firstRetryMs : previousDelay.waitMs * 2;
    const waitMs = Math.min(nextWaitMs, longestRetryMs);
    this.#delayed.set(name, { waitMs, untilMs: Date.now() + waitMs });
  }

  async #remove(name: string): Promise<undefined> {
    this.#delayed.delete(name);
    await rm(path.join(this.#folder, name), { recursive: true, force: true });
  }
}
