import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type CallEvent, turnTextMaxChars } from '../../lib/contracts/call-events.ts';
import { signBody } from '../../lib/server/http/signing.ts';
import { env } from '../../lib/server/platform/env.ts';
import { log } from '../../lib/server/platform/log.ts';
import { within } from '../within.ts';
import type { EventFile } from './event-file.ts';

/** An address at the web app: on the configured host, else on this machine. */
export function webUrl(path: string): string {
  const { AGENT_CALLBACK_URL, PUBLIC_URL, PORT } = env();
  return new URL(path, AGENT_CALLBACK_URL ?? PUBLIC_URL ?? `http://127.0.0.1:${PORT}`).href;
}

/**
 * Posts JSON to the web app, signed with the LiveKit secret, and returns the status.
 * @throws if no answer comes, or a refusal that another try may not get: of a proxy, or of a key that was just replaced
 */
export async function postSigned(url: string, value: unknown, signal: AbortSignal): Promise<number> {
  const response = await sendSigned(url, value, signal);
  const { status } = response;
  if (![401, 403, 404].includes(status)) {
    await response.body?.cancel();
    return status;
  }
  const refusal = await refusalOf(response);
  if (refusal.code === undefined || refusal.code === 'unauthorized') throw refusal;
  return status;
}

/** The web app answered with an error status. */
export class RequestRefused extends Error {
  /** The web app's own code (lib/contracts/errors.ts); undefined if a proxy answered in its place. */
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`status ${status}${code === undefined ? '' : `, ${code}`}`);
    this.name = 'RequestRefused';
    this.code = code;
  }
}

const refusalBody = z.object({ code: z.string() });

/** Like postSigned, but returns the JSON answer. @throws RequestRefused, or another error if no answer comes */
export async function askSigned(url: string, value: unknown, signal: AbortSignal): Promise<unknown> {
  const response = await sendSigned(url, value, signal);
  if (response.ok) return response.json();
  throw await refusalOf(response);
}

async function refusalOf(response: Response): Promise<RequestRefused> {
  const { data } = refusalBody.safeParse(await response.json().catch(() => undefined));
  return new RequestRefused(response.status, data?.code);
}

async function sendSigned(url: string, value: unknown, signal: AbortSignal): Promise<Response> {
  const body = JSON.stringify(value);
  const headers = new Headers({ 'content-type': 'application/json', authorization: await signBody(body) });
  const { VERCEL_AUTOMATION_BYPASS_SECRET: bypass } = env();
  if (bypass !== undefined) headers.set('x-vercel-protection-bypass', bypass);
  return fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
}

const requestTimeoutMs = 5_000;
const firstRetryMs = 250;
const lastRetryMs = 4_000;
/** The most that one request may carry (lib/contracts/call-events.ts). */
const batchSize = 100;

/** Posts a body and returns the status. @throws if no answer comes before the signal */
export type Post = (url: string, body: unknown, signal: AbortSignal) => Promise<number>;

/** True if another try may succeed. */
export function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** True if the web app may have refused a whole batch because of one unreadable event. */
function isUnreadable(status: number | undefined): boolean {
  return status === 400 || status === 413 || status === 422;
}

/**
 * Sends the events of one call in order until each is confirmed. Drops events that the web app refuses for good. The file holds
 * the unconfirmed events, so that another process can send them.
 */
export class EventSender {
  readonly #url: string;
  readonly #room: string;
  readonly #post: Post;
  readonly #file: EventFile | undefined;
  readonly #abort = new AbortController();
  #unconfirmed: CallEvent[] = [];
  #sending: Promise<void> | undefined;
  #isDelayed = false;

  constructor(url: string, room: string, post: Post, file?: EventFile) {
    this.#url = url;
    this.#room = room;
    this.#post = post;
    this.#file = file;
  }

  push(fullEvent: CallEvent): void {
    const event =
      fullEvent.type === 'turn'
        ? { ...fullEvent, text: fullEvent.text?.slice(0, turnTextMaxChars) }
        : fullEvent;
    this.#file?.append(event);
    this.#unconfirmed.push(event);
    this.#sending ??= this.#send();
  }

  /** Resolves when everything so far is confirmed, or after `withinMs`; sending continues. */
  async untilConfirmed(withinMs: number): Promise<void> {
    if (this.#sending !== undefined) await within(this.#sending, withinMs);
  }

  /** Resolves when everything is confirmed, or gives up after `withinMs`; returns how many events are left. */
  async close(withinMs: number): Promise<number> {
    const timer = setTimeout(() => this.#abort.abort(), withinMs);
    await this.#sending;
    clearTimeout(timer);
    await this.#file?.written();
    return this.#unconfirmed.length;
  }

  async #send(): Promise<void> {
    let retryMs = firstRetryMs;
    /** The number of events still to be sent one by one, after their batch was refused. */
    let singleCount = 0;
    while (this.#unconfirmed.length > 0 && !this.#abort.signal.aborted) {
      const batch = this.#unconfirmed.slice(0, singleCount > 0 ? 1 : batchSize);
      const status = await this.#trySending(batch);
      if (isUnreadable(status) && batch.length > 1) {
        singleCount = batch.length;
        continue;
      }
      if (status !== undefined && !isRetryable(status)) {
        singleCount = Math.max(0, singleCount - 1);
        if (status >= 300)
          log.error('call_events_refused', { room: this.#room, status, count: batch.length });
        this.#unconfirmed = this.#unconfirmed.slice(batch.length);
        retryMs = firstRetryMs;
        continue;
      }
      await delay(retryMs, undefined, { signal: this.#abort.signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, lastRetryMs);
    }
    if (this.#unconfirmed.length === 0) this.#file?.remove();
    this.#sending = undefined;
  }

  async #trySending(events: CallEvent[]): Promise<number | undefined> {
    const signal = AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), this.#abort.signal]);
    try {
      const status = await this.#post(this.#url, { room: this.#room, events }, signal);
      this.#isDelayed = false;
      return status;
    } catch (cause) {
      if (!this.#isDelayed)
        log.warn('call_events_delayed', { room: this.#room, count: events.length }, cause);
      this.#isDelayed = true;
      return undefined;
    }
  }
}
