import { AppError } from '../../contracts/errors.ts';
import type { SideProcess } from '../platform/side-process.ts';
import type { DecodingRequest } from './decode/messages.ts';
import { decodingAnswer } from './decode/messages.ts';
import { giveBack, lendProcess } from './decode/pool.ts';
import type { Samples } from './pcm.ts';
import { joinSamples, mixDown } from './pcm.ts';

export interface DecodeLimits {
  /** More sound than this is refused as too_large; it bounds time and memory, whatever the file claims. */
  maxDurationS: number;
  /** Ends the work at once; its reason is thrown. */
  signal?: AbortSignal;
}

/** Five seconds of sound take a tenth of one; what takes this long has no end. */
const stallMs = 10_000;

/**
 * Decodes a recording (WebM, Ogg, MP4, WAV, MP3) to 16 kHz in another process, block by block, each block an array of
 * channels of one length. Holes in its timeline become silence, so that times stay true; of a damaged file, what comes
 * before the damage is given. No more is decoded than is taken.
 * @throws AppError invalid_audio when nothing can be read, too_large when it is longer than allowed
 */
export async function* decodeBlocks(
  bytes: Uint8Array,
  { maxDurationS, signal }: DecodeLimits,
): AsyncGenerator<Samples[], void, undefined> {
  signal?.throwIfAborted();
  const side = await lendProcess();
  try {
    let answer = await ask(side, { bytes, maxDurationS }, signal);
    yield* answer.blocks;
    while (!answer.ended) {
      answer = await ask(side, 'more', signal);
      yield* answer.blocks;
    }
  } finally {
    giveBack(side);
  }
}

/** The whole recording, each channel by itself; 115 MB an hour and channel, so take `decodeBlocks` for hours of sound. */
export async function decodeChannels(bytes: Uint8Array, limits: DecodeLimits): Promise<Samples[]> {
  const blocks = await Array.fromAsync(decodeBlocks(bytes, limits));
  const channels = blocks[0]?.length ?? 0;
  return Array.from({ length: channels }, (_, channel) =>
    joinSamples(blocks.flatMap((block) => block[channel] ?? [])),
  );
}

/** The whole recording as one channel. */
export async function decodeMono(bytes: Uint8Array, limits: DecodeLimits): Promise<Samples> {
  const blocks: Samples[] = [];
  for await (const block of decodeBlocks(bytes, limits)) blocks.push(mixDown(block));
  return joinSamples(blocks);
}

async function ask(side: SideProcess, request: DecodingRequest, signal: AbortSignal | undefined) {
  const stall = AbortSignal.timeout(stallMs);
  const stop = signal ? AbortSignal.any([signal, stall]) : stall;
  const end = () => side.close();
  stop.addEventListener('abort', end, { once: true });
  try {
    const answer = decodingAnswer.parse(await side.ask(request));
    if ('refusal' in answer) throw new AppError(answer.refusal, { detail: answer.detail });
    return answer;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid_audio', { cause });
  } finally {
    stop.removeEventListener('abort', end);
  }
}
