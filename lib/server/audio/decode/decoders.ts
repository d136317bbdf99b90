import { AppError } from '../../../contracts/errors.ts';
import { joinBytes } from './bytes.ts';
import type { Decoded, Track } from './track.ts';

type Read = (view: DataView, offset: number) => number;

/** Uncompressed formats of a WAV file: bytes of a sample, and how one is read as a number between -1 and 1. */
const layouts: Record<string, [bytes: number, read: Read]> = {
  'pcm-u8': [1, (view, at) => (view.getUint8(at) - 128) / 128],
  'pcm-s16': [2, (view, at) => view.getInt16(at, true) / 2 ** 15],
  'pcm-s24': [3, (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 2 ** 23],
  'pcm-s32': [4, (view, at) => view.getInt32(at, true) / 2 ** 31],
  'pcm-f32': [4, (view, at) => view.getFloat32(at, true)],
  'pcm-f64': [8, (view, at) => view.getFloat64(at, true)],
  ulaw: [1, (view, at) => fromMuLaw(view.getUint8(at))],
  alaw: [1, (view, at) => fromALaw(view.getUint8(at))],
};

/** A decoder for an uncompressed track, null when the track is none. */
export function pcmDecoder({ codec, channels, rateHz }: Track): PacketDecoder | null {
  const layout = layouts[codec];
  if (!layout) return null;
  const [sampleBytes, read] = layout;
  const decodePacket = (packet: Uint8Array): Float32Array[] => {
    const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
    const frames = Math.floor(packet.byteLength / (sampleBytes * channels));
    return Array.from({ length: channels }, (_, channel) => {
      const samples = new Float32Array(frames);
      for (let frame = 0; frame < frames; frame++)
        samples[frame] = read(view, (frame * channels + channel) * sampleBytes);
      return samples;
    });
  };
  const decode = (packets: Uint8Array[]): Decoded => ({
    channels: decodePacket(joinBytes(packets)),
    rateHz,
  });
  return { decode, close: () => undefined };
}

/** ITU-T G.711, mu-law: the code is stored with its bits turned over. */
function fromMuLaw(stored: number): number {
  const code = ~stored & 0xff;
  const exponent = (code >> 4) & 7;
  const magnitude = (((code & 15) << 3) + 132) * 2 ** exponent - 132;
  return (code & 0x80 ? -magnitude : magnitude) / 2 ** 15;
}

/** ITU-T G.711, A-law: every second bit is stored turned over. */
function fromALaw(stored: number): number {
  const code = stored ^ 0x55;
  const exponent = (code >> 4) & 7;
  const mantissa = (code & 15) << 4;
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 264) * 2 ** (exponent - 1);
  return (code & 0x80 ? magnitude : -magnitude) / 2 ** 15;
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
