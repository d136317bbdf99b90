import { transcriptionTimeoutMs } from '../../contracts/limits.ts';
import { pcmRateHz, type Samples } from '../audio/pcm.ts';
import { isSilent } from '../audio/segments.ts';
import { recognisedUzbek } from '../../uzbek/index.ts';
import type { RecognitionOptions } from './interfaces.ts';
import { frameLevels, frameSamples } from '../audio/levels.ts';

/** How a vendor hears one piece. */
export type HearPiece = (piece: Samples, call: PieceCall) => Promise<string>;

export interface PieceCall {
  language: RecognitionOptions['language'];
  /** The time left for the whole recording. */
  timeoutMs: number;
  attempts?: number;
  signal: AbortSignal;
}

interface SttPieceRules {
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
  { longestS, overlap }: SttPieceRules,
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

/** Looked at together, so that a cut falls into a pause and not between two syllables. */
const pauseFrames = 15;

/**
 * Cuts a recording into pieces of at most `longestS` seconds, each cut in the middle of the quietest pause of the
 * piece's second half. The pieces share the recording's memory and, one after another, are the recording.
 */
export function cutAtQuiet(samples: Samples, longestS: number): Samples[] {
  const longestFrames = Math.floor((longestS * pcmRateHz) / frameSamples);
  const levels = frameLevels(samples);
  const pieces: Samples[] = [];
  let fromFrame = 0;
  while (levels.length - fromFrame > longestFrames) {
    const toFrame = quietestFrame(
      levels,
      fromFrame + Math.floor(longestFrames / 2),
      fromFrame + longestFrames,
    );
    pieces.push(samples.subarray(fromFrame * frameSamples, toFrame * frameSamples));
    fromFrame = toFrame;
  }
  pieces.push(samples.subarray(fromFrame * frameSamples));
  return pieces;
}

function quietestFrame(levels: Float32Array, from: number, to: number): number {
  let best = to;
  let bestSum = Infinity;
  for (let start = from; start + pauseFrames <= to; start++) {
    const sum = levels.subarray(start, start + pauseFrames).reduce((total, level) => total + level, 0);
    if (sum > bestSum) continue;
    bestSum = sum;
    best = start + Math.floor(pauseFrames / 2);
  }
  return best;
}
