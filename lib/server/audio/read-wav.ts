import os from 'node:os';
import { AppError } from '../../contracts/errors.ts';

const PCM = 1;
const EXTENSIBLE = 0xfffe;
/** A header longer than this is no header. */
const MAX_HEADER_BYTES = 64 * 1024;
const UNKNOWN_SIZE_FROM = 0x7fff_0000;

/** Speech that is still being made. */
export interface PcmStream {
  sampleRateHz: number;
  /** Mono samples, in the pieces in which they come. */
  samples: AsyncIterable<Int16Array>;
}

interface Header {
  sampleRateHz: number;
  dataOffset: number;
  /** Bytes of sound, infinite where the writer did not know it. */
  dataBytes: number;
}

function failed(detail: string): AppError {
  return new AppError('speech_failed', { detail });
}

/** The header, or undefined while it is not complete. */
function parseHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    throw failed('The speech service did not answer with a WAV file.');
  let sampleRateHz: number | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (id === 'data') {
      if (sampleRateHz === undefined) throw failed('The WAV file has no format.');
      // A writer that streams leaves 0 or a huge number.
      const known = size > 0 && size < UNKNOWN_SIZE_FROM;
      return { sampleRateHz, dataOffset: at + 8, dataBytes: known ? size : Infinity };
    }
    if (id === 'fmt ') {
      if (at + 24 > bytes.length) return undefined;
      const format = bytes.readUInt16LE(at + 8);
      const channels = bytes.readUInt16LE(at + 10);
      const bits = bytes.readUInt16LE(at + 22);
      if ((format !== PCM && format !== EXTENSIBLE) || channels !== 1 || bits !== 16)
        throw failed('The WAV file is not mono 16-bit PCM.');
      sampleRateHz = bytes.readUInt32LE(at + 12);
      if (sampleRateHz < 4_000 || sampleRateHz > 192_000) throw failed('The WAV file has an unlikely rate.');
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** Whole little-endian samples of a byte stream cut anywhere. */
async function* toSamples(
  first: Buffer,
  dataBytes: number,
  rest: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Int16Array, void, undefined> {
  let carried: Buffer = Buffer.alloc(0);
  let bytes = first;
  let left = dataBytes;
  try {
    for (;;) {
      // Chunks behind the sound (a title, a date) are not sound.
      bytes = bytes.subarray(0, Math.min(bytes.length, left));
      left -= bytes.length;
      const whole = carried.length === 0 ? bytes : Buffer.concat([carried, bytes]);
      const samples = new Int16Array(whole.length >> 1);
      if (os.endianness() === 'LE') new Uint8Array(samples.buffer).set(whole.subarray(0, samples.byteLength));
      else for (let at = 0; at < samples.length; at++) samples[at] = whole.readInt16LE(at * 2);
      carried = whole.subarray(samples.length * 2);
      if (samples.length > 0) yield samples;
      if (left === 0) return;
      const next = await rest.next();
      if (next.done === true) return;
      bytes = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
  } finally {
    await rest.return?.();
  }
}

/**
 * Reads a mono 16-bit WAV file while it arrives: settles when the header is there, then gives the samples.
 * @throws AppError speech_failed where the bytes are anything else
 */
export async function readWav(bytes: AsyncIterable<Uint8Array>): Promise<PcmStream> {
  const source = bytes[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  try {
    for (;;) {
      const header = parseHeader(start);
      if (header !== undefined)
        return {
          sampleRateHz: header.sampleRateHz,
          samples: toSamples(start.subarray(header.dataOffset), header.dataBytes, source),
        };
      if (start.length > MAX_HEADER_BYTES) throw failed('The WAV file has no sound.');
      const next = await source.next();
      if (next.done === true) throw failed('The speech service answered with no sound.');
      start = Buffer.concat([start, next.value]);
    }
  } catch (error) {
    await source.return?.();
    throw error;
  }
}
