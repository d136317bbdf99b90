import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { log } from '../../lib/server/platform/log.ts';
import { dayMs } from '../../lib/time.ts';
import { EventFile, type StoredEvents, readEvents } from './event-file.ts';
import { EventSender, type Post } from './events.ts';

/** A file without a write for this long belongs to a killed process, or to a call whose web app does not answer. */
const abandonedAfterMs = 5_000;
const roundMs = 5_000;
const sendWithinMs = 10_000;
const maxAgeMs = 7 * dayMs;

/**
 * The unconfirmed events on this machine's disk, a file per call. A call sends its own; each agent process also sends abandoned
 * ones. The web app ignores repeated events.
 */
export class UnsentEvents {
  readonly #folder: string;
  readonly #post: Post;

  constructor(folder: string, post: Post) {
    this.#folder = folder;
    this.#post = post;
  }

  /** Creates the sender of a call's events, which are stored here until they are confirmed. */
  senderOf(jobId: string, call: { url: string; room: string }): EventSender {
    const file = new EventFile(path.join(this.#folder, jobId), call);
    return new EventSender(call.url, call.room, this.#post, file);
  }

  /** Sends abandoned events until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sendAbandoned();
      await delay(roundMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async sendAbandoned(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    await Promise.all(names.map((name) => this.#sendFile(path.join(this.#folder, name))));
  }

  async #sendFile(file: string): Promise<void> {
    const events = await readEvents(file);
    if (events === undefined || events.ageMs < abandonedAfterMs) return;
    if (events.ageMs > maxAgeMs || (await this.#sendAll(events))) await events.remove();
  }

  /** Returns true if each event is confirmed, or refused for good. */
  async #sendAll({ lines }: StoredEvents): Promise<boolean> {
    const [firstLine] = lines;
    if (firstLine === undefined) return true;
    const sender = new EventSender(firstLine.url, firstLine.room, this.#post);
    for (const { event } of lines) sender.push(event);
    const unconfirmedCount = await sender.close(sendWithinMs);
    if (unconfirmedCount === 0)
      log.info('call_events_recovered', { room: firstLine.room, count: lines.length });
    return unconfirmedCount === 0;
  }
}
