import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { log } from '../../lib/server/platform/log.ts';
import { dayMs } from '../../lib/time.ts';
import { EventFile, type StoredEvents, readEvents } from './event-file.ts';
import { EventSender, type Post } from './events.ts';

/** A file without a write for this long belongs to a killed process, or to a call whose web app does not answer. */
const leftAfterMs = 5_000;
const roundMs = 5_000;
const sendWithinMs = 10_000;
const maxAgeMs = 7 * dayMs;

/**
 * The unconfirmed events on this machine's disk, a file for each call. Every agent process sends all of them, also those of
 * killed processes. The web app ignores repeated events.
 */
export class UnsentEvents {
  readonly #folder: string;
  readonly #post: Post;

  constructor(folder: string, post: Post) {
    this.#folder = folder;
    this.#post = post;
  }

  /** The sender of a call's events to this address. */
  senderOf(jobId: string, call: { url: string; room: string }): EventSender {
    const file = new EventFile(path.join(this.#folder, jobId), call);
    return new EventSender(call.url, call.room, this.#post, file);
  }

  /** Sends the left events until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sendLeft();
      await delay(roundMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async sendLeft(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    await Promise.all(names.map((name) => this.#sendFile(path.join(this.#folder, name))));
  }

  async #sendFile(file: string): Promise<void> {
    const found = await readEvents(file);
    if (found === undefined || found.ageMs < leftAfterMs) return;
    if (found.ageMs > maxAgeMs || (await this.#isSent(found))) await found.remove();
  }

  async #isSent({ lines }: StoredEvents): Promise<boolean> {
    const [first] = lines;
    if (first === undefined) return true;
    const sender = new EventSender(first.url, first.room, this.#post);
    for (const { event } of lines) sender.push(event);
    const left = await sender.close(sendWithinMs);
    if (left === 0) log.info('call_events_recovered', { room: first.room, count: lines.length });
    return left === 0;
  }
}
