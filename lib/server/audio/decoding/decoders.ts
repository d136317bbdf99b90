import { AppError } from '../../../errors.ts';
import { joinBytes } from './bytes.ts';
import { pcmDecoder } from './pcm-formats.ts';
import type { Track } from './track.ts';

/** Samples of each channel between -1 and 1. */
export interface Decoded {
  channels: Float32Array[];
  rateHz: number;
}

/** One codec's decoder: packets go in by the handful, in order. A packet that cannot be read gives no samples. */
export interface PacketDecoder {
  decode: (packets: Uint8Array[]) => Decoded | Promise<Decoded>;
  /** What the decoder holds back until the end. */
  finish?: () => Promise<Decoded>;
  close: () => void;
}

/**
 * The decoder of a track. Each is loaded when it is first needed.
 * @throws AppError invalid_audio for a codec that is not read here
 */
export async function openDecoder(track: Track): Promise<PacketDecoder> {
  if (track.codec === 'opus') return openOpus(track);
  if (track.codec === 'mp3') return openMp3();
  if (track.codec === 'aac') return openAac(track);
  if (track.codec === 'vorbis') return openVorbis();
  const pcm = pcmDecoder(track);
  if (pcm) return pcm;
  throw new AppError('invalid_audio', { detail: `The codec ${track.codec} is not read here.` });
}

/** What opus-decoder has room for, a channel: 120 ms at 256 kbit/s. A longer packet is damage. */
const opusPacketBytes = 3_840;

async function openOpus({ channels }: Track): Promise<PacketDecoder> {
  const { OpusDecoder } = await import('opus-decoder');
  const decoder = new OpusDecoder({ channels, sampleRate: 16_000 });
  await decoder.ready;
  return {
    decode: (packets) => {
      const readable = packets.filter(({ length }) => length > 0 && length <= opusPacketBytes * channels);
      const { channelData, sampleRate } = decoder.decodeFrames(readable);
      return { channels: channelData, rateHz: sampleRate };
    },
    close: () => decoder.free(),
  };
}

async function openAac({ description, rateHz }: Track): Promise<PacketDecoder> {
  if (description === null) throw new AppError('invalid_audio');
  const { decoder: open } = await import('@audio/decode-aac');
  const decoder = await open({ asc: description });
  return {
    decode: (packets) => {
      const { channelData, sampleRate } = decoder.decode(packets);
      return { channels: channelData, rateHz: sampleRate || rateHz };
    },
    close: () => decoder.free(),
  };
}

async function openMp3(): Promise<PacketDecoder> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return {
    decode: (packets) => {
      const { channelData, sampleRate } = decoder.decodeFrames(packets);
      return { channels: channelData, rateHz: sampleRate };
    },
    close: () => decoder.free(),
  };
}

async function openVorbis(): Promise<PacketDecoder> {
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  const plain = ({ channelData, sampleRate }: Awaited<ReturnType<typeof decoder.flush>>): Decoded => ({
    channels: channelData,
    rateHz: sampleRate,
  });
  return {
    decode: async (pieces) => plain(await decoder.decode(joinBytes(pieces))),
    finish: async () => plain(await decoder.flush()),
    close: () => decoder.free(),
  };
}
