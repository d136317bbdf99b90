import { wavHeader, wavHeaderBytes } from '../../wav.ts';
import type { Samples } from './pcm.ts';

export { wavHeader, wavHeaderBytes };

/** A whole WAV file of one or more channels of the same length, 16 bit at 16 kHz. */
export function wavFile(...channels: [Samples, ...Samples[]]): Uint8Array<ArrayBuffer> {
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
