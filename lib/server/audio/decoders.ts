import { AppError } from '../../contracts/errors.ts';
import type { Decoded, Track } from './track.ts';

/** The decoder of one codec. It takes batches of packets in order; an unreadable packet gives no samples. */
export interface PacketDecoder {
  decode: (packets: Uint8Array[]) => Decoded | Promise<Decoded>;
  /** Flushes the buffered samples. */
  finish?: () => Promise<Decoded>;
  close: () => void;
}

/**
 * Creates the decoder of a track; its code loads on first use.
 * @param rateHz the preferred rate, for a codec that can decode to any
 * @throws AppError invalid_audio for an unsupported codec
 */
export async function openDecoder(track: Track, rateHz: number): Promise<PacketDecoder> {
  if (track.codec === 'opus') return openOpus(track, rateHz);
  if (track.codec === 'mp3') return openMp3();
  if (track.codec === 'aac') return openAac(track);
  if (track.codec === 'vorbis') return openVorbis();
  const pcm = pcmFormats[track.codec];
  if (pcm !== undefined) return openPcm(track, pcm);
  throw new AppError('invalid_audio', { detail: `The codec ${track.codec} is not read here.` });
}

/** Buffer size of opus-decoder per channel: 120 ms at 256 kbit/s. A longer packet is damage. */
const opusPacketBytes = 3_840;

const opusRates = [8_000, 12_000, 16_000, 24_000, 48_000] as const;

async function openOpus({ channels }: Track, rateHz: number): Promise<PacketDecoder> {
  const { OpusDecoder } = await import('opus-decoder');
  const decoder = new OpusDecoder({
    channels,
    sampleRate: opusRates.find((rate) => rate === rateHz) ?? 48_000,
  });
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
  const toDecoded = ({ channelData, sampleRate }: Awaited<ReturnType<typeof decoder.flush>>): Decoded => ({
    channels: channelData,
    rateHz: sampleRate,
  });
  return {
    decode: async (pieces) => toDecoded(await decoder.decode(Buffer.concat(pieces))),
    finish: async () => toDecoded(await decoder.flush()),
    close: () => decoder.free(),
  };
}

interface PcmFormat {
  sampleBytes: number;
  /** The sample at an offset, between -1 and 1. */
  read: (from: Buffer, offset: number) => number;
}

/** The sample formats of WAV files. */
const pcmFormats: Record<string, PcmFormat> = {
  'pcm-u8': { sampleBytes: 1, read: (from, offset) => from.readUInt8(offset) / 2 ** 7 - 1 },
  'pcm-s16': { sampleBytes: 2, read: (from, offset) => from.readInt16LE(offset) / 2 ** 15 },
  'pcm-s24': { sampleBytes: 3, read: (from, offset) => from.readIntLE(offset, 3) / 2 ** 23 },
  'pcm-s32': { sampleBytes: 4, read: (from, offset) => from.readInt32LE(offset) / 2 ** 31 },
  'pcm-f32': { sampleBytes: 4, read: (from, offset) => from.readFloatLE(offset) },
};

function openPcm({ channels, rateHz }: Track, format: PcmFormat): PacketDecoder {
  const decode = (packets: Uint8Array[]): Decoded => {
    const bytes = Buffer.concat(packets);
    const frames = Math.floor(bytes.length / (format.sampleBytes * channels));
    const sound = Array.from({ length: channels }, (_, channel) => {
      const at = (frame: number) => format.read(bytes, (frame * channels + channel) * format.sampleBytes);
      return Float32Array.from({ length: frames }, (_, frame) => at(frame));
    });
    return { channels: sound, rateHz };
  };
  return { decode, close: () => undefined };
}
