import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { AppError, type ErrorCode } from '../../contracts/errors.ts';
import { ProcessPool, SideProcess } from '../platform/side-process.ts';
import type { Analysis, Segment } from './analysis.ts';
import { type Samples, joinSamples, mixDown, pcmRateHz } from './pcm.ts';

export interface DecodeLimits {
  /** A longer recording is refused as too_large, which bounds time and memory. */
  maxDurationS: number;
  /** The rate of the samples; pcmRateHz by default. */
  rateHz?: number;
  /** The time limit for the next five seconds of sound, which usually take a tenth of a second. */
  stallMs?: number;
  /** Aborts the work at once; its reason is thrown. */
  signal?: AbortSignal;
}

/** Requests to the decoding process: a file to open, then `more` until the file has ended. */
export const decodingRequest = z.union([
  z.object({
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    maxDurationS: z.number(),
    rateHz: z.number(),
    /** The sound itself, or only its analysis. */
    want: z.enum(['sound', 'analysis']),
  }),
  z.literal('more'),
]);
type DecodingRequest = z.infer<typeof decodingRequest>;

const samples = z.custom<Samples>((value) => value instanceof Int16Array);
const refusals = ['invalid_audio', 'too_large'] as const satisfies ErrorCode[];
const decodedPart = z.object({
  blocks: z.array(z.array(samples)),
  ended: z.boolean(),
  analysis: z.custom<Analysis>((value) => value instanceof Object).optional(),
});
const decodingAnswer = z.union([decodedPart, z.object({ refusal: z.enum(refusals), detail: z.string() })]);
type DecodedPart = z.infer<typeof decodedPart>;
export type DecodingAnswer = z.infer<typeof decodingAnswer>;

const script = 'lib/server/audio/decode-process.ts';
/** An idle process takes 60 MB. */
const idleMs = 60_000;
const defaultStallMs = 10_000;
const size = Math.max(1, Math.min(4, availableParallelism()));
const pool = new ProcessPool(() => new SideProcess(script), {
  size,
  idleMs,
});

/**
 * Decodes a recording (WebM, Ogg, MP4, WAV, MP3) in another process, one block of equally long channels at a time, on demand.
 * @throws AppError invalid_audio, too_large, decoder_busy
 */
export async function* decodeBlocks(
  bytes: Uint8Array,
  limits: DecodeLimits,
): AsyncGenerator<Samples[], void, undefined> {
  for await (const { blocks } of requestAnswers('sound', bytes, limits)) yield* blocks;
}

/** The whole recording as one channel. An hour takes 115 MB, so use `decodeBlocks` for hours of sound. @throws as decodeBlocks */
export async function decodeMono(bytes: Uint8Array, limits: DecodeLimits): Promise<Samples> {
  const blocks: Samples[] = [];
  for await (const block of decodeBlocks(bytes, limits)) blocks.push(mixDown(block));
  return joinSamples(blocks);
}

/** Finds segments and levels in the decoding process, so that the samples stay there. @throws as decodeBlocks */
export async function analyzeRecording(bytes: Uint8Array, limits: DecodeLimits): Promise<Analysis> {
  for await (const { analysis } of requestAnswers('analysis', bytes, limits)) if (analysis) return analysis;
  throw new AppError('invalid_audio');
}

/**
 * Cuts parts out of a recording's first channel; only they stay in memory.
 * @throws as decodeBlocks
 */
export async function decodeSpans(
  bytes: Uint8Array,
  spans: Segment[],
  limits: DecodeLimits,
): Promise<Samples[]> {
  const parts: Samples[][] = spans.map(() => []);
  let start = 0;
  for await (const [samples = new Int16Array()] of decodeBlocks(bytes, limits)) {
    for (const [index, { fromS, toS }] of spans.entries()) {
      const [from, to] = [Math.floor(fromS * pcmRateHz) - start, Math.ceil(toS * pcmRateHz) - start];
      if (to > 0 && from < samples.length) parts[index]?.push(samples.slice(Math.max(0, from), to));
    }
    start += samples.length;
  }
  return parts.map(joinSamples);
}

async function* requestAnswers(
  want: 'sound' | 'analysis',
  bytes: Uint8Array,
  { maxDurationS, rateHz = pcmRateHz, stallMs = defaultStallMs, signal }: DecodeLimits,
): AsyncGenerator<DecodedPart, void, undefined> {
  const side = await pool.acquire(signal).catch((cause: unknown) => throwBusy(cause, signal));
  try {
    let request: DecodingRequest = { want, bytes, maxDurationS, rateHz };
    for (let ended = false; !ended; request = 'more') {
      const answer: DecodedPart = await ask(side, request, stallMs, signal);
      yield answer;
      ended = answer.ended;
    }
  } finally {
    pool.release(side);
  }
}

async function ask(
  side: SideProcess,
  request: DecodingRequest,
  stallMs: number,
  signal: AbortSignal | undefined,
): Promise<DecodedPart> {
  // An aborted signal fires no event.
  signal?.throwIfAborted();
  const stallSignal = AbortSignal.timeout(stallMs);
  const stopSignal = signal ? AbortSignal.any([signal, stallSignal]) : stallSignal;
  const closeSide = () => side.close();
  stopSignal.addEventListener('abort', closeSide, { once: true });
  const reply = side.ask(request).finally(() => stopSignal.removeEventListener('abort', closeSide));
  const answer = decodingAnswer.parse(await reply.catch((cause: unknown) => throwBusy(cause, signal)));
  if ('refusal' in answer) throw new AppError(answer.refusal, { detail: answer.detail });
  return answer;
}

/** A decoder that stalled or died proves nothing about the file: the machine may be overloaded. */
function throwBusy(cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  throw new AppError('decoder_busy', { cause, retryAfterS: 5 });
}
