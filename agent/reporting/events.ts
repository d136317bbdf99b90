import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type CallEvent, turnTextMaxChars } from '../../lib/contracts/call-events.ts';
import { signBody } from '../../lib/server/http/signing.ts';
import { env } from '../../lib/server/platform/env.ts';
import { log } from '../../lib/server/platform/log.ts';
import { within } from '../within.ts';
import type { EventFile } from './event-file.ts';

/** The address of the web app: the one that is set, else this machine. */
export function webUrl(path: string): string {
  const { AGENT_CALLBACK_URL, PUBLIC_URL, PORT } = env();
  return new URL(path, AGENT_CALLBACK_URL ?? PUBLIC_URL ?? `http://127.0.0.1:${PORT}`).href;
}

/** Posts JSON to the web app, signed with the LiveKit secret, and returns the status. @throws if no answer comes */
export async function postSigned(url: string, value: unknown, signal: AbortSignal): Promise<number> {
  const response = await sendSigned(url, value, signal);
  await response.body?.cancel();
  return response.status;
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
  const refusal = refusalBody.safeParse(await response.json().catch(() => undefined));
  throw new RequestRefused(response.status, refusal.data?.code);
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

/** True if another attempt may succeed. */
export function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** True if one unreadable event may have made the web app refuse its whole batch. */
function isUnreadable(status: number | undefined): boolean {
  return status === 400 || status === 413 || status === 422;
}

/**
 * Sends the events of one call in order until each is confirmed. Drops events that the web app refuses for good. The file has the
 * unconfirmed ones, for a process that takes over.
 */
export class EventSender {
  readonly #url: string;
  readonly #room: string;
  readonly #post: Post;
  readonly #file: EventFile | undefined;
  readonly #givenUp = new AbortController();
  #waiting: CallEvent[] = [];
  #sending: Promise<void> | undefined;
  #delayed = false;

  constructor(url: string, room: string, post: Post, file?: EventFile) {
    this.#url = url;
    this.#room = room;
    this.#post = post;
    this.#file = file;
  }

  push(whole: CallEvent): void {
    const event = whole.type === 'turn' ? { ...whole, text: whole.text?.slice(0, turnTextMaxChars) } : whole;
    this.#file?.append(event);
    this.#waiting.push(event);
    this.#sending ??= this.#send();
  }

  /** Resolves when everything so far is confirmed, or after `withinMs`; sending continues. */
  async untilConfirmed(withinMs: number): Promise<void> {
    if (this.#sending !== undefined) await within(this.#sending, withinMs);
  }

  /** Resolves when everything is confirmed, or gives up after `withinMs`; returns how many events are left. */
  async close(withinMs: number): Promise<number> {
    const timer = setTimeout(() => this.#givenUp.abort(), withinMs);
    await this.#sending;
    clearTimeout(timer);
    await this.#file?.written();
    return this.#waiting.length;
  }

  async #send(): Promise<void> {
    let retryMs = firstRetryMs;
    let singly = 0;
    while (this.#waiting.length > 0 && !this.#givenUp.signal.aborted) {
      const batch = this.#waiting.slice(0, singly > 0 ? 1 : batchSize);
      const status = await this.#attempt(batch);
      if (isUnreadable(status) && batch.length > 1) {
        singly = batch.length;
        continue;
      }
      if (status !== undefined && !isRetryable(status)) {
        singly = Math.max(0, singly - 1);
        if (status >= 300)
          log.error('call_events_refused', { room: this.#room, status, count: batch.length });
        this.#waiting = this.#waiting.slice(batch.length);
        retryMs = firstRetryMs;
        continue;
      }
      await delay(retryMs, undefined, { signal: this.#givenUp.signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, lastRetryMs);
    }
    if (this.#waiting.length === 0) this.#file?.remove();
    this.#sending = undefined;
  }

  async #attempt(events: CallEvent[]): Promise<number | undefined> {
    const signal = AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), this.#givenUp.signal]);
    try {
      const status = await this.#post(this.#url, { room: this.#room, events }, signal);
      this.#delayed = false;
      return status;
    } catch (cause) {
      if (!this.#delayed) log.warn('call_events_delayed', { room: this.#room, count: events.length }, cause);
      this.#delayed = true;
      return undefined;
    }
  }
}
