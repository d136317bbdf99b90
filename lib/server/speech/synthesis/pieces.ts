import { AppError } from '../../../errors.ts';
import type { Language } from '../../../language.ts';
import { speechTimeoutMs } from '../../../speech-limits.ts';
import { decodeMono } from '../../audio/decode.ts';
import { pcmRateHz } from '../../audio/pcm.ts';
import { askVendor } from '../../vendor.ts';
import { resample } from '../pcm/resample.ts';
import { refuse } from '../refusal.ts';
import { sentences } from './sentences.ts';
import type { SynthesisOptions, Synthesizer } from './synthesizer.ts';

/** How a vendor is asked for one piece of a text; it answers with a file of sound. */
export type AskForSpeech = (piece: string, language: Language) => Request;

interface PieceRules {
  /** The longest piece the vendor takes, in characters. */
  maxLength: number;
  /** How many pieces are made ahead of the one that is being taken. */
  overlap: number;
}

/** Half a minute of sound takes one megabyte; no piece is longer than some minutes. */
const maxPieceBytes = 32 * 1024 * 1024;
const maxPieceS = 600;

/** A vendor that takes a text and answers with a file: long texts are cut at sentence ends, made ahead, and given in their order. */
export function vendorSynthesizer(
  name: Synthesizer['name'],
  { maxLength, overlap }: PieceRules,
  ask: AskForSpeech,
): Synthesizer {
  async function speak(piece: string, { language, signal }: SynthesisOptions) {
    const request = () => ask(piece, language);
    const rules = { timeoutMs: speechTimeoutMs, maxBytes: maxPieceBytes, signal };
    const { bytes } = await askVendor(request, rules).catch(refuse);
    return decodeMono(bytes, { maxDurationS: maxPieceS, signal }).catch(notSound);
  }

  async function* inOrder(text: string, options: SynthesisOptions) {
    const gone = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, gone.signal]) : gone.signal;
    const waiting: ReturnType<typeof speak>[] = [];
    try {
      for (const piece of packed(text, options.language, maxLength)) {
        const made = speak(piece, { ...options, signal });
        // Whoever waits for it sees its failure; until then it must not count as unhandled.
        made.catch(() => undefined);
        waiting.push(made);
        if (waiting.length > overlap) yield await next(waiting);
      }
      while (waiting.length > 0) yield await next(waiting);
    } finally {
      gone.abort();
    }
  }

  return {
    name,
    async *synthesize(text, options) {
      options.signal?.throwIfAborted();
      yield* resample(inOrder(text, options), pcmRateHz, options.sampleRateHz ?? pcmRateHz);
    },
    warm: async () => {},
  };
}

/** The first sentence by itself, because it is waited for; the others as many together as the vendor takes. */
function* packed(text: string, language: Language, maxLength: number): Generator<string> {
  const [first, ...others] = sentences(text, language, maxLength);
  if (first !== undefined) yield first;
  let piece = '';
  for (const sentence of others) {
    if (piece !== '' && piece.length + 1 + sentence.length > maxLength) {
      yield piece;
      piece = '';
    }
    piece = piece === '' ? sentence : `${piece} ${sentence}`;
  }
  if (piece !== '') yield piece;
}

/** What cannot be read as sound is the vendor's fault, not that of whoever asked. */
function notSound(cause: unknown): never {
  if (!(cause instanceof AppError)) throw cause;
  throw new AppError('speech_failed', {
    detail: 'The speech service answered with something else than sound.',
    cause,
  });
}

async function next<T>(waiting: Promise<T>[]): Promise<T> {
  const first = waiting.shift();
  if (first === undefined) throw new Error('nothing is waited for');
  return first;
}
