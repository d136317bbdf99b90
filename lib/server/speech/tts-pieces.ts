import { AppError } from '../../contracts/errors.ts';
import type { VoiceKind } from '../../contracts/interview.ts';
import { speechTimeoutMs } from '../../contracts/limits.ts';
import type { Language } from '../../i18n/language.ts';
import { decodeMono } from '../audio/decode.ts';
import { joinSamples, pcmRateHz } from '../audio/pcm.ts';
import { askVendor, openVendor } from '../platform/vendor.ts';
import type { SynthesisOptions, Synthesizer } from './interfaces.ts';
import { streamSamples } from './read-wav.ts';
import { throwSpeechError } from './vendors/http.ts';

/** The position at which to cut an overlong sentence: after a clause, else after a word, else between two characters. */
function cutPosition(text: string, maxChars: number): number {
  const window = text.slice(0, maxChars);
  const clause = Math.max(...[', ', '; ', ': ', '– ', '— '].map((mark) => window.lastIndexOf(mark)));
  if (clause > maxChars / 3) return clause + 1;
  const space = window.lastIndexOf(' ');
  if (space > 0) return space;
  return /[\uD800-\uDBFF]$/.test(window) ? maxChars - 1 : maxChars;
}

/** Cuts a text at the pauses of speech into non-blank pieces of at most maxChars UTF-16 units. */
export function* sentences(text: string, language: Language, maxChars: number): Generator<string> {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  for (const { segment } of segmenter.segment(text)) {
    let rest = segment.trim();
    while (rest.length > maxChars) {
      const cut = cutPosition(rest, maxChars);
      yield rest.slice(0, cut).trim();
      rest = rest.slice(cut).trim();
    }
    if (rest !== '') yield rest;
  }
}

/** Builds the request for one piece of a text, which the vendor answers with an audio file. */
export type BuildSpeechRequest = (piece: string, language: Language, voice?: VoiceKind) => Request;

/** Pieces synthesized ahead of the one being read. */
const aheadCount = 2;
/** Half a minute of sound takes one megabyte; no piece is longer than some minutes. */
const maxPieceBytes = 32 * 1024 * 1024;
const maxPieceS = 600;

/**
 * A voice of a vendor that answers with files: cuts long texts at sentence ends, synthesizes ahead, in order.
 * @param maxChars the longest piece that the vendor accepts, in characters
 */
export function vendorSynthesizer(
  name: Synthesizer['name'],
  maxChars: number,
  buildRequest: BuildSpeechRequest,
): Synthesizer {
  function requestFor(piece: string, { language, voice, signal, maxTries }: SynthesisOptions) {
    const request = () => buildRequest(piece, language, voice);
    return [request, { timeoutMs: speechTimeoutMs, maxBytes: maxPieceBytes, signal, maxTries }] as const;
  }

  function read(
    chunks: AsyncGenerator<Uint8Array, void, undefined>,
    { signal, sampleRateHz: rateHz = pcmRateHz }: SynthesisOptions,
  ) {
    return streamSamples(chunks, rateHz, (bytes) =>
      decodeMono(bytes, { maxDurationS: maxPieceS, rateHz, signal }).catch(throwUnreadable),
    );
  }

  async function speak(piece: string, options: SynthesisOptions) {
    const { bytes } = await askVendor(...requestFor(piece, options)).catch(throwSpeechError);
    return joinSamples(await Array.fromAsync(read(oneChunk(bytes), options)));
  }

  async function* speakLive(piece: string, options: SynthesisOptions) {
    const chunks = await openVendor(...requestFor(piece, options)).catch(throwSpeechError);
    try {
      yield* read(chunks, options);
    } catch (cause) {
      if (options.signal?.aborted || cause instanceof AppError) throw cause;
      throw new AppError('speech_failed', { cause });
    } finally {
      await chunks.return();
    }
  }

  async function* speakInOrder(text: string, options: SynthesisOptions) {
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const pendingPieces: ReturnType<typeof speak>[] = [];
    try {
      const pieces = packPieces(text, options.language, maxChars);
      if (options.live === true) {
        const { value: first } = pieces.next();
        if (first) yield* speakLive(first, { ...options, signal });
      }
      for (const piece of pieces) {
        const speech = speak(piece, { ...options, signal });
        // It is awaited later. Until then its rejection must not count as unhandled.
        speech.catch(() => undefined);
        pendingPieces.push(speech);
        if (pendingPieces.length > aheadCount) yield await takeFirst(pendingPieces);
      }
      while (pendingPieces.length > 0) yield await takeFirst(pendingPieces);
    } finally {
      stop.abort();
    }
  }

  return {
    name,
    async *synthesize(text, options) {
      options.signal?.throwIfAborted();
      yield* speakInOrder(text, options);
    },
    warm: async () => {},
  };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** The first sentence alone, because the listener waits; later pieces as long as the vendor accepts. */
function* packPieces(text: string, language: Language, maxChars: number): Generator<string> {
  const [first, ...others] = sentences(text, language, maxChars);
  if (first !== undefined) yield first;
  let piece = '';
  for (const sentence of others) {
    if (piece !== '' && piece.length + 1 + sentence.length > maxChars) {
      yield piece;
      piece = '';
    }
    piece = piece === '' ? sentence : `${piece} ${sentence}`;
  }
  if (piece !== '') yield piece;
}

/** Unreadable sound is the vendor's fault, not the client's. */
function throwUnreadable(cause: unknown): never {
  if (!(cause instanceof AppError) || cause.code === 'decoder_busy') throw cause;
  throw new AppError('speech_failed', {
    detail: 'The speech service answered with something else than sound.',
    cause,
  });
}

async function takeFirst<T>(pendingPieces: Promise<T>[]): Promise<T> {
  const first = pendingPieces.shift();
  if (first === undefined) throw new Error('No piece is being synthesized.');
  return first;
}
