import { transcriptionTimeoutMs } from '../../contracts/limits.ts';
import { pcmRateHz, type Samples } from '../audio/pcm.ts';
import { isSilent, frameLevels, frameSamples } from '../audio/analysis.ts';
import { normalizeRecognizedUzbek } from '../../uzbek/index.ts';
import type { RecognitionOptions } from './interfaces.ts';

export type RecognizePiece = (piece: Samples, request: PieceRequest) => Promise<string>;

export interface PieceRequest {
  language: RecognitionOptions['language'];
  /** The time left for the whole recording. */
  timeoutMs: number;
  maxTries?: number;
  signal: AbortSignal;
}

interface SttPieceRules {
  longestS: number;
  /** Pieces that are recognised at the same time. */
  concurrency: number;
}

/**
 * Recognises a recording in pieces that a vendor accepts, cut at pauses; skips silence. Texts stay in order; the first failure
 * aborts the rest.
 */
export async function transcribePieces(
  samples: Samples,
  { language, signal, timeoutMs = transcriptionTimeoutMs, maxTries }: RecognitionOptions,
  { longestS, concurrency }: SttPieceRules,
  recognizePiece: RecognizePiece,
): Promise<{ text: string }> {
  signal?.throwIfAborted();
  const endsAtMs = Date.now() + timeoutMs;
  const failure = new AbortController();
  const abortSignal = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  const pieces = cutAtQuiet(samples, longestS).filter((piece) => !isSilent(piece));
  const texts: string[] = [];
  const waitingPieces = pieces.entries();
  const recognizeWaiting = async () => {
    for (const [index, piece] of waitingPieces) {
      const request = {
        language,
        signal: abortSignal,
        maxTries,
        timeoutMs: Math.max(1, endsAtMs - Date.now()),
      };
      texts[index] = await recognizePiece(piece, request);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, pieces.length) }, recognizeWaiting));
  } catch (error) {
    failure.abort(error);
    throw error;
  }
  const text = texts
    .map((each) => each.trim())
    .filter(Boolean)
    .join(' ');
  return { text: language === 'uz' ? normalizeRecognizedUzbek(text) : text };
}

/** A cut falls into the quietest run of this many frames. A single quiet frame may be between two syllables. */
const pauseFrames = 15;

/**
 * Cuts a recording into pieces of at most `longestS` seconds, each at the quietest moment of its second half. Shares the
 * recording's memory.
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
