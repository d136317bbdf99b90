import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { RecordedPart } from './webm-join';

/** A packet of silence and how long it lasts: bytes that are the codec's own. Undefined for a codec that no recorder uses. */
function silenceOf(codec: string, { sampleRate, numberOfChannels }: AudioDecoderConfig) {
  if (codec === 'opus') return { bytes: Uint8Array.of(0xfc, 0xff, 0xfe), seconds: 0.02 };
  if (codec !== 'aac') return undefined;
  const bytes =
    numberOfChannels === 1
      ? Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80)
      : Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80);
  return { bytes, seconds: 1024 / sampleRate };
}

/** Several MP4 recordings of one call as one file, as joinWebm makes one of WebM: Safari before 18.4 records nothing else. */
export async function joinMp4(parts: readonly RecordedPart[]): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  let joined: EncodedAudioPacketSource | undefined;
  let endS = 0;
  for (const [index, { bytes, atMs }] of parts.entries()) {
    using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
    const track = await input.getPrimaryAudioTrack().catch(() => null);
    const [codec, decoderConfig] = await Promise.all([track?.getCodec(), track?.getDecoderConfig()]);
    if (!track || !codec || !decoderConfig) continue;
    if (joined === undefined) {
      joined = new EncodedAudioPacketSource(codec);
      output.addAudioTrack(joined);
      await output.start();
    }
    const fromS = index === 0 ? 0 : Math.max(endS, atMs / 1000);
    const quiet = silenceOf(codec, decoderConfig);
    for (; quiet && endS + quiet.seconds <= fromS; endS += quiet.seconds)
      await joined.add(new EncodedPacket(quiet.bytes, 'key', endS, quiet.seconds), { decoderConfig });
    for await (const packet of wholePackets(track)) {
      const timestamp = fromS + packet.timestamp;
      if (timestamp < endS - packet.duration) continue;
      await joined.add(packet.clone({ timestamp }), { decoderConfig });
      endS = timestamp + packet.duration;
    }
  }
  if (joined === undefined) return new Blob(parts.map(({ bytes }) => bytes));
  await output.finalize();
  return new Blob(target.buffer === null ? [] : [target.buffer]);
}

/** A killed tab's file may end in the middle of a packet. */
async function* wholePackets(track: InputAudioTrack): AsyncGenerator<EncodedPacket> {
  try {
    yield* new EncodedPacketSink(track).packets();
  } catch {
    return;
  }
}
