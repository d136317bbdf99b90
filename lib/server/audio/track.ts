import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MP3,
  MP4,
  OGG,
  WAVE,
  WEBM,
} from 'mediabunny';
import { AppError } from '../../contracts/errors.ts';
import { type AudioContainer, audioContainer } from './container.ts';

/** Samples of each channel between -1 and 1. */
export interface Decoded {
  channels: Float32Array[];
  rateHz: number;
}

const headerBytes = 27;

/** Cuts an Ogg file after its last whole page (RFC 3533, 6). A stopped recorder may leave part of a page. */
function wholeOggPages(bytes: Uint8Array): Uint8Array {
  let end = 0;
  while (end + headerBytes <= bytes.length) {
    const segments = bytes[end + 26] ?? 0;
    const table = bytes.subarray(end + headerBytes, end + headerBytes + segments);
    const pageEnd = end + headerBytes + segments + table.reduce((size, lacing) => size + lacing, 0);
    if (pageEnd > bytes.length) break;
    end = pageEnd;
  }
  return bytes.subarray(0, end);
}

const formats: Record<AudioContainer, InputFormat> = { webm: WEBM, ogg: OGG, mp4: MP4, wav: WAVE, mp3: MP3 };

/** The rates of recorders, in Hz. Another rate means a damaged file, and would need a filter of its own. */
const rates = [
  8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
];

export interface Packet {
  data: Uint8Array;
  startS: number;
}

export interface Track {
  container: AudioContainer;
  /** mediabunny's name of the codec: opus, aac, mp3, vorbis, pcm-s16 … */
  codec: string;
  channels: number;
  rateHz: number;
  /** Decoder configuration: OpusHead, AudioSpecificConfig. */
  description: Uint8Array | null;
  packets: () => AsyncGenerator<Packet>;
  close: () => void;
}

/**
 * Opens the first audio track of a file in memory and validates its headers.
 * @throws AppError invalid_audio
 */
export async function openTrack(bytes: Uint8Array): Promise<Track> {
  const container = audioContainer(bytes);
  if (container === null) throw new AppError('invalid_audio');
  const sound = container === 'ogg' ? wholeOggPages(bytes) : bytes;
  const input = new Input({ source: new BufferSource(sound), formats: [formats[container]] });
  try {
    return await describe(bytes, container, input);
  } catch (cause) {
    input.dispose();
    throw cause instanceof AppError ? cause : new AppError('invalid_audio', { cause });
  }
}

async function describe(bytes: Uint8Array, container: AudioContainer, input: Input): Promise<Track> {
  const track = await input.getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  if (!track || !codec)
    throw new AppError('invalid_audio', { detail: 'The file contains no sound in a supported format.' });
  const [channels, rateHz, config] = await Promise.all([
    track.getNumberOfChannels(),
    track.getSampleRate(),
    track.getDecoderConfig(),
  ]);
  if (channels < 1 || channels > 2)
    throw new AppError('invalid_audio', { detail: 'Only one or two channels are read.' });
  if (!rates.includes(rateHz))
    throw new AppError('invalid_audio', { detail: `A rate of ${rateHz} Hz is not read.` });
  return {
    container,
    codec,
    channels,
    rateHz,
    description: config?.description === undefined ? null : asBytes(config.description),
    packets: () => (codec === 'vorbis' ? filePieces(bytes) : packets(track)),
    close: () => input.dispose(),
  };
}

async function* packets(track: InputAudioTrack): AsyncGenerator<Packet> {
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
    yield { data, startS: timestamp };
}

/** The Vorbis decoder takes the file unchanged and reads the times from its pages. */
async function* filePieces(bytes: Uint8Array): AsyncGenerator<Packet> {
  const pieceBytes = 2048;
  for (let offset = 0; offset < bytes.length; offset += pieceBytes)
    yield { data: bytes.subarray(offset, offset + pieceBytes), startS: 0 };
}

function asBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
