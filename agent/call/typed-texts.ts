import { type Room, RoomEvent as LiveKitEvent, type TextStreamReader } from '@livekit/rtc-node';
import { typedTextMaxChars } from '../../lib/contracts/limits.ts';
import { isVisitor, liveKitNames, typingTopic } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { RoomEvent } from '../conversation/events.ts';

/** More than anybody types in the ten minutes of a call. */
const maxPerCall = 200;
/** Texts that pass at once; after them, one text per `msPerText`. */
const maxAtOnce = 4;
const msPerText = 1_000;
/** Texts that come faster wait their turn, up to this many. */
const maxWaiting = 8;

/** Listens for a visitor's typed texts, and for the signals that the visitor is typing. */
export function listenForTexts(room: Room, onEvent: (event: RoomEvent) => void): void {
  const typedTexts = new TypedTexts();
  const receive = async (reader: TextStreamReader, sender: { identity: string }) => {
    const isAccepted = isVisitor(sender) && room.remoteParticipants.has(sender.identity);
    const text = isAccepted ? await typedTexts.read(reader) : undefined;
    // A stream that is not read to its end stays in memory.
    await reader.close();
    if (text !== undefined) onEvent({ type: 'visitor_typed', atMs: Date.now(), text });
  };
  room.registerTextStreamHandler(liveKitNames.chatTopic, (reader, sender) => {
    receive(reader, sender).catch((cause: unknown) =>
      log.warn('typed_text_lost', { room: room.name }, cause),
    );
  });
  room.on(LiveKitEvent.DataReceived, (data, participant, _, topic) => {
    if (topic !== typingTopic || !participant || !isVisitor(participant)) return;
    const isTyping = new TextDecoder().decode(data) === 'true';
    onEvent({ type: 'visitor_typing', atMs: Date.now(), isTyping });
  });
}

/** Limits the texts of a call: a token lets any program send more, and faster, than the page does. */
export class TypedTexts {
  #acceptedCount = 0;
  /** How many texts may pass now; negative while texts wait. */
  #allowance = maxAtOnce;
  #refilledAtMs = 0;

  /** Returns the text once the rate limit lets it pass; undefined for an empty text, or one beyond the limit. */
  async read(stream: AsyncIterable<string>): Promise<string | undefined> {
    const waitMs = this.#reserveMs(Date.now());
    if (waitMs === undefined) return undefined;
    let text = '';
    for await (const piece of stream) {
      text = `${text}${piece}`.trimStart().slice(0, typedTextMaxChars);
      if (text.length === typedTextMaxChars) break;
    }
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return text.trim() || undefined;
  }

  /** Counts a text and returns its delay; undefined beyond the limit. */
  #reserveMs(nowMs: number): number | undefined {
    this.#allowance = Math.min(maxAtOnce, this.#allowance + (nowMs - this.#refilledAtMs) / msPerText);
    this.#refilledAtMs = nowMs;
    if (this.#allowance < 1 - maxWaiting || this.#acceptedCount >= maxPerCall) return undefined;
    this.#allowance--;
    this.#acceptedCount++;
    return Math.max(0, -this.#allowance * msPerText);
  }
}
