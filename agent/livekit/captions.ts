import type { LocalParticipant, TextStreamWriter } from '@livekit/rtc-node';
import { log } from '../../lib/server/platform/log.ts';
import { wordShares } from '../../lib/spoken/word-shares.ts';
import type { Speech } from './phrases.ts';

/** Topic and attributes under which LiveKit's clients expect what an agent says. */
const topic = 'lk.transcription';
const attributeOf = {
  final: 'lk.transcription_final',
  segment: 'lk.segment_id',
  track: 'lk.transcribed_track_id',
} as const;

export interface Word {
  text: string;
  atMs: number;
}

/** The words of a speech with the moment at which each begins. */
export function timedWords(speech: Speech): Word[] {
  return speech.sentences.flatMap(({ text, language, fromMs, toMs }, index) =>
    wordShares(text, language).map((word, at) => ({
      text: (at === 0 && index > 0 ? ' ' : '') + word.text,
      atMs: fromMs + word.share * (toMs - fromMs),
    })),
  );
}

/** The part heard of a speech that stopped after `playedMs`; a word that had begun counts. */
export function heardText(speech: Speech, playedMs: number): string {
  return timedWords(speech)
    .filter((word) => word.atMs < playedMs)
    .map((word) => word.text)
    .join('')
    .trim();
}

/** Sends the words of one speech while they are heard: one text stream, closed when the speech ends. */
export class Captions {
  readonly #words: Word[];
  readonly #startedAtMs = Date.now();
  #writing: Promise<TextStreamWriter | undefined>;
  #timer: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(participant: LocalParticipant, trackSid: string, speech: Speech) {
    this.#words = timedWords(speech);
    const attributes = {
      [attributeOf.final]: 'false',
      [attributeOf.segment]: `SG_${crypto.randomUUID()}`,
      [attributeOf.track]: trackSid,
    };
    this.#writing = participant
      .streamText({ topic, attributes, senderIdentity: participant.identity })
      .catch(failed);
    this.#sendDue();
  }

  /** Ends the captions; after a speech that was said to the end no word stays unsent. */
  async close(whole: boolean): Promise<void> {
    clearTimeout(this.#timer);
    if (whole) this.#send(this.#words.length);
    const writer = await this.#writing;
    // The stream may have ended with the room.
    await writer?.close().catch(() => {});
  }

  #sendDue(): void {
    const playedMs = Date.now() - this.#startedAtMs;
    const later = this.#words.findIndex((word) => word.atMs > playedMs);
    this.#send(later === -1 ? this.#words.length : later);
    const next = this.#words[this.#next];
    if (next !== undefined) this.#timer = setTimeout(() => this.#sendDue(), next.atMs - playedMs);
  }

  #send(until: number): void {
    const text = this.#words
      .slice(this.#next, until)
      .map((word) => word.text)
      .join('');
    this.#next = Math.max(this.#next, until);
    if (text === '') return;
    this.#writing = this.#writing.then(async (writer) => {
      await writer?.write(text).catch(failed);
      return writer;
    });
  }
}

function failed(cause: unknown): undefined {
  log.warn('captions_failed', {}, cause);
}
