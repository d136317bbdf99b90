import { speechRateHz } from './contracts/limits.ts';

export const wavHeaderBytes = 44;

interface WavShape {
  /** Bytes of sound after the header; absent while the sound is still being made. */
  dataBytes?: number;
  channels?: number;
  rateHz?: number;
}

/** The largest size a WAV file can state; players read it as "until the end". */
const unknownSize = 0xffff_ffff;

/** The 44 bytes before 16 bit PCM (RIFF WAVE, format 1); mono at 16 kHz by default. */
export function wavHeader({
  dataBytes,
  channels = 1,
  rateHz = speechRateHz,
}: WavShape = {}): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(wavHeaderBytes));
  const writeText = (offset: number, text: string) =>
    [...text].forEach((letter, index) => header.setUint8(offset + index, letter.charCodeAt(0)));
  const blockBytes = channels * 2;
  writeText(0, 'RIFF');
  header.setUint32(4, dataBytes === undefined ? unknownSize : dataBytes + wavHeaderBytes - 8, true);
  writeText(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, rateHz, true);
  header.setUint32(28, rateHz * blockBytes, true);
  header.setUint16(32, blockBytes, true);
  header.setUint16(34, 16, true);
  writeText(36, 'data');
  header.setUint32(40, dataBytes ?? unknownSize, true);
  return new Uint8Array(header.buffer);
}

/** A whole WAV file of one or more channels of the same length, 16 bit at 16 kHz. */
export function wavFile(...channels: [Int16Array, ...Int16Array[]]): Uint8Array<ArrayBuffer> {
  const frames = channels[0].length;
  const dataBytes = frames * channels.length * 2;
  const file = new Uint8Array(wavHeaderBytes + dataBytes);
  file.set(wavHeader({ dataBytes, channels: channels.length }));
  const data = new DataView(file.buffer, wavHeaderBytes);
  for (const [place, channel] of channels.entries())
    for (let frame = 0; frame < frames; frame++)
      data.setInt16((frame * channels.length + place) * 2, channel[frame] ?? 0, true);
  return file;
}

/** Converts samples between -1 and 1 to 16 bit. Louder ones are clipped, and NaN becomes silence. */
export function toSamples(floats: Float32Array): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(floats.length);
  for (let at = 0; at < floats.length; at++)
    samples[at] = Math.max(-32_768, Math.min(32_767, Math.round((floats[at] ?? 0) * 32_767)));
  return samples;
}
