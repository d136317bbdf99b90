import { type Room, RoomEvent as LiveKitEvent, type TextStreamReader } from '@livekit/rtc-node';
import { typedTextMaxChars } from '../../lib/contracts/limits.ts';
import { liveKitNames, writingTopic } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { RoomEvent } from '../conversation/policy-state.ts';

/** More than anybody types in ten minutes. The model's budget for a call is spent earlier. */
const maxPerCall = 200;
const maxAtOnce = 4;
const eachMs = 1_000;
/** Texts that come faster wait their turn, up to this many. */
const maxWaiting = 8;

/** Listens for a visitor's typed texts, and for the messages that one is being typed. */
export function listenForTexts(
  room: Room,
  isVisitor: (identity: string) => boolean,
  onEvent: (event: RoomEvent) => void,
): void {
  const typed = new TypedTexts();
  const take = async (reader: TextStreamReader, identity: string) => {
    const text = isVisitor(identity) ? await typed.read(reader) : undefined;
    // A stream that is not read to its end stays in memory.
    await reader.close();
    if (text !== undefined) onEvent({ type: 'visitor_typed', atMs: Date.now(), text });
  };
  room.registerTextStreamHandler(liveKitNames.chatTopic, (reader, { identity }) => {
    take(reader, identity).catch((cause: unknown) => log.warn('typed_text_lost', { room: room.name }, cause));
  });
  room.on(LiveKitEvent.DataReceived, (data, participant, _, topic) => {
    if (topic !== writingTopic || !participant || !isVisitor(participant.identity)) return;
    const writing = new TextDecoder().decode(data) === 'true';
    onEvent({ type: 'visitor_writes', atMs: Date.now(), writing });
  });
}

/** Limits the texts of a call: a token lets any program send more, and faster, than the page does. */
export class TypedTexts {
  #taken = 0;
  #left = maxAtOnce;
  #atMs = 0;

  /** Returns the text once the rate limit lets it pass; undefined for an empty text, or one beyond the limit. */
  async read(stream: AsyncIterable<string>): Promise<string | undefined> {
    const waitMs = this.#take(Date.now());
    if (waitMs === undefined) return undefined;
    let text = '';
    for await (const piece of stream) {
      text = `${text}${piece}`.trimStart().slice(0, typedTextMaxChars);
      if (text.length === typedTextMaxChars) break;
    }
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return text.trim() || undefined;
  }

  /** Returns the delay of a text; undefined beyond the limit. */
  #take(nowMs: number): number | undefined {
    this.#left = Math.min(maxAtOnce, this.#left + (nowMs - this.#atMs) / eachMs);
    this.#atMs = nowMs;
    if (this.#left < 1 - maxWaiting || this.#taken >= maxPerCall) return undefined;
    this.#left--;
    this.#taken++;
    return Math.max(0, -this.#left * eachMs);
  }
}
