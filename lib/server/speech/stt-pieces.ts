import { transcriptionTimeoutMs } from '../../contracts/limits.ts';
import type { Samples } from '../audio/pcm.ts';
import { cutAtQuiet } from '../audio/quiet-cuts.ts';
import { isSilent } from '../audio/segments.ts';
import { recognisedUzbek } from '../../uzbek/index.ts';
import type { RecognitionOptions } from './interfaces.ts';

/** How a vendor hears one piece. */
export type HearPiece = (piece: Samples, call: PieceCall) => Promise<string>;

export interface PieceCall {
  language: RecognitionOptions['language'];
  /** The time left for the whole recording. */
  timeoutMs: number;
  attempts?: number;
  signal: AbortSignal;
}

interface PieceRules {
  /** The longest piece the vendor takes. */
  longestS: number;
  /** How many pieces are heard at the same time. */
  overlap: number;
}

/**
 * Hears a recording in pieces that a vendor can take, cut where nobody speaks; pieces in which nobody does are left out.
 * The texts come in the order of the pieces; the first failure ends the others.
 */
export async function transcribePieces(
  samples: Samples,
  { language, signal, timeoutMs = transcriptionTimeoutMs, attempts }: RecognitionOptions,
  { longestS, overlap }: PieceRules,
  hear: HearPiece,
): Promise<{ text: string }> {
  signal?.throwIfAborted();
  const endsAtMs = Date.now() + timeoutMs;
  const failure = new AbortController();
  const either = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  const pieces = cutAtQuiet(samples, longestS).filter((piece) => !isSilent(piece));
  const texts: string[] = [];
  const waiting = pieces.entries();
  const hearOn = async () => {
    for (const [place, piece] of waiting) {
      const call = { language, signal: either, attempts, timeoutMs: Math.max(1, endsAtMs - Date.now()) };
      texts[place] = await hear(piece, call);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(overlap, pieces.length) }, hearOn));
  } catch (error) {
    failure.abort(error);
    throw error;
  }
  const text = texts
    .map((each) => each.trim())
    .filter(Boolean)
    .join(' ');
  return { text: language === 'uz' ? recognisedUzbek(text) : text };
}
