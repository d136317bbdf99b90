import type { LocalParticipant, TextStreamWriter } from '@livekit/rtc-node';
import { liveKitNames } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { log } from '../../lib/server/platform/log.ts';
import { wordShares } from '../../lib/spoken/word-shares.ts';

const { captionTopic: topic, finalAttribute, segmentAttribute, trackAttribute } = liveKitNames;

/** The position of a sentence in the utterance's sound, ms. */
export interface SentenceSpan {
  text: string;
  language: Language;
  fromMs: number;
  toMs: number;
}

interface Word {
  text: string;
  atMs: number;
}

/** The words with the moment at which each begins. */
export function timedWords(sentences: readonly SentenceSpan[]): Word[] {
  return sentences.flatMap(({ text, language, fromMs, toMs }, index) =>
    wordShares(text, language).map((word, wordIndex) => ({
      text: (wordIndex === 0 && index > 0 ? ' ' : '') + word.text,
      atMs: fromMs + word.share * (toMs - fromMs),
    })),
  );
}

/** The part of an utterance that was heard by `playedMs`; a word that had begun counts. */
export function heardText(sentences: readonly SentenceSpan[], playedMs: number): string {
  return timedWords(sentences)
    .filter((word) => word.atMs < playedMs)
    .map((word) => word.text)
    .join('');
}

/** Publishes the words of one utterance of the agent as they are heard: one text stream, closed when the utterance ends. */
export class Captions {
  /** Resolves to undefined once the stream is broken. */
  #pendingWrite: Promise<TextStreamWriter | undefined>;
  #publishedText = '';

  constructor(participant: Pick<LocalParticipant, 'identity' | 'streamText'>, trackSid: string) {
    const attributes = captionAttributes({ isFinal: false, trackSid });
    this.#pendingWrite = participant
      .streamText({ topic, attributes, senderIdentity: participant.identity })
      .catch(logFailure);
  }

  /** @param heard the words heard so far; each call extends the previous ones */
  show(heard: string): void {
    const newText = heard.slice(this.#publishedText.length);
    if (newText === '') return;
    this.#publishedText = heard;
    this.#pendingWrite = this.#pendingWrite
      .then(async (writer) => {
        await writer?.write(newText);
        return writer;
      })
      .catch(logFailure);
  }

  async close(): Promise<void> {
    const writer = await this.#pendingWrite;
    // The stream may have ended with the room.
    await writer?.close().catch(() => {});
  }
}

/** Publishes the visitor's words. A later version of the same utterance replaces interim words (not `isFinal`). */
export async function publishVisitorCaption(
  participant: LocalParticipant,
  { identity, trackSid, segment, text, isFinal }: VisitorCaption,
): Promise<void> {
  try {
    const attributes = captionAttributes({ isFinal, trackSid, segment });
    const writer = await participant.streamText({ topic, attributes, senderIdentity: identity });
    await writer.write(text);
    await writer.close();
  } catch (cause) {
    logFailure(cause);
  }
}

interface VisitorCaption {
  identity: string;
  trackSid: string;
  segment: string;
  text: string;
  isFinal: boolean;
}

function captionAttributes({
  isFinal,
  trackSid,
  segment = `SG_${crypto.randomUUID()}`,
}: Pick<VisitorCaption, 'isFinal' | 'trackSid'> & { segment?: string }): Record<string, string> {
  return {
    [finalAttribute]: String(isFinal),
    [segmentAttribute]: segment,
    [trackAttribute]: trackSid,
  };
}

function logFailure(cause: unknown): undefined {
  log.warn('captions_failed', {}, cause);
}
