import { Buffer } from 'node:buffer';
import { resample } from '../audio/resample.ts';

/** Headers have 44 bytes; some writers add a few hundred. */
const maxHeaderBytes = 4_096;
/** The stated size of a file whose length was unknown when its header was sent. */
const unknownSizes = new Set([0, 0xffff_ffff, 0x7fff_ffff]);

interface WavData {
  /** The offset of the samples. */
  at: number;
  bytes: number;
  rateHz: number;
}

/** Finds the samples of a WAV file; undefined if more bytes are needed, null if it is not mono 16-bit WAV. */
function findSamples(head: Buffer): WavData | null | undefined {
  if (head.length < 12) return undefined;
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null;
  let rateHz: number | undefined;
  for (let at = 12; at + 8 <= head.length;) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    if (name === 'data') {
      if (rateHz === undefined) return null;
      return { at: at + 8, bytes: unknownSizes.has(size) ? Infinity : size, rateHz };
    }
    if (name === 'fmt ' && at + 24 <= head.length) {
      const isPlain = head.readUInt16LE(at + 8) === 1 && head.readUInt16LE(at + 10) === 1;
      if (!isPlain || head.readUInt16LE(at + 22) !== 16) return null;
      rateHz = head.readUInt32LE(at + 12);
    }
    at += 8 + size + (size % 2);
  }
  return head.length > maxHeaderBytes ? null : undefined;
}

/** Sound in progress. */
export interface PcmStream {
  sampleRateHz: number;
  /** Mono samples, piece by piece. */
  samples: AsyncIterable<Int16Array>;
}

/**
 * Reads the header of a mono 16-bit WAV file. Leaving the iteration of its samples ends the chunks.
 * @returns the bytes so far if it is another file
 */
export async function openWav(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): Promise<PcmStream | { head: Buffer }> {
  let head = Buffer.alloc(0);
  for (let result = await chunks.next(); result.done !== true; result = await chunks.next()) {
    head = Buffer.concat([head, result.value]);
    const sound = findSamples(head);
    if (sound === null) break;
    if (sound !== undefined)
      return { sampleRateHz: sound.rateHz, samples: pcm(head.subarray(sound.at), sound.bytes, chunks) };
  }
  return { head };
}

/**
 * Streams the samples of a mono 16-bit WAV file. Passes any other file, once complete, to `decode`.
 * @throws what the chunks and `decode` throw
 */
export async function* streamSamples(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  rateHz: number,
  decode: (bytes: Uint8Array) => Promise<Int16Array>,
): AsyncGenerator<Int16Array, void, undefined> {
  const wav = await openWav(chunks);
  if ('samples' in wav) yield* resample(wav.samples, wav.sampleRateHz, rateHz);
  else yield await decode(Buffer.concat([wav.head, ...(await Array.fromAsync(chunks))]));
}

/** Little-endian samples; a byte without its other half waits for the next chunk. */
async function* pcm(
  first: Buffer,
  bytes: number,
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Int16Array, void, undefined> {
  let pendingBytes: Uint8Array = first;
  let remainingBytes = bytes;
  try {
    while (true) {
      const whole = Math.min(remainingBytes, pendingBytes.length) & ~1;
      if (whole > 0) yield new Int16Array(new Uint8Array(pendingBytes.subarray(0, whole)).buffer);
      remainingBytes -= whole;
      if (remainingBytes < 2) return;
      const result = await chunks.next();
      if (result.done === true) return;
      pendingBytes = Buffer.concat([pendingBytes.subarray(whole), result.value]);
    }
  } finally {
    await chunks.return();
  }
}
