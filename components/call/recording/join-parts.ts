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
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** A file of MediaRecorder. `atMs` is the time in the call at which it began. */
export interface RecordedPart {
  bytes: ArrayBuffer;
  atMs: number;
}

/**
 * Joins the parts of a recording into one file that states its length. Fills pauses with silence, because players stop at a gap.
 * @param mime the container of the parts and of the result
 * @returns null if no part has readable sound
 */
export async function joinParts(
  parts: readonly RecordedPart[],
  mime: string,
): Promise<{ audio: Blob; durationMs: number } | null> {
  const readableParts = (await Promise.all(parts.map(openPart))).filter((part) => part !== null);
  const [firstPart] = readableParts;
  if (!firstPart) return null;
  const target = new BufferTarget();
  const format = mime.includes('mp4') ? new Mp4OutputFormat() : new WebMOutputFormat();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(firstPart.codec);
  output.addAudioTrack(source);
  await output.start();
  // All parts share one header. A header of one channel would mix the agent's voice into the visitor's.
  const decoderConfig = readableParts
    .map(({ config }) => config)
    .reduce((widest, config) => (config.numberOfChannels > widest.numberOfChannels ? config : widest));
  const silence = silenceOf(firstPart.codec, decoderConfig);
  let endS = 0;
  for (const { track, atMs } of readableParts) {
    const fromS = Math.max(endS, (atMs - firstPart.atMs) / 1000);
    for (; endS + silence.seconds <= fromS; endS += silence.seconds)
      await source.add(new EncodedPacket(silence.bytes, 'key', endS, silence.seconds), { decoderConfig });
    let packetS = silence.seconds;
    for await (const packet of wholePackets(track)) {
      // The last packet of a cluster states no duration.
      packetS = packet.duration || packetS;
      const timestamp = fromS + packet.timestamp;
      if (timestamp < endS - packetS) continue;
      await source.add(packet.clone({ timestamp, duration: packetS }), { decoderConfig });
      endS = timestamp + packetS;
    }
  }
  await output.finalize();
  return target.buffer && { audio: new Blob([target.buffer], { type: mime }), durationMs: endS * 1000 };
}

async function openPart({ bytes, atMs }: RecordedPart) {
  try {
    const input = new Input({ source: new BufferSource(bytes), formats: [WEBM, MP4] });
    const track = await input.getPrimaryAudioTrack();
    const [codec, config] = await Promise.all([track?.getCodec(), track?.getDecoderConfig()]);
    return track && codec && config ? { track, codec, config, atMs } : null;
  } catch {
    return null;
  }
}

/** A packet of silence, in the codec's own bytes. Recorders write Opus or AAC. */
function silenceOf(codec: string, { sampleRate, numberOfChannels }: AudioDecoderConfig) {
  if (codec === 'opus') return { bytes: Uint8Array.of(0xfc, 0xff, 0xfe), seconds: 0.02 };
  const bytes =
    numberOfChannels === 1
      ? Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80)
      : Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80);
  return { bytes, seconds: 1024 / sampleRate };
}

/** The file of a killed tab may end inside a packet. */
async function* wholePackets(track: InputAudioTrack): AsyncGenerator<EncodedPacket> {
  try {
    yield* new EncodedPacketSink(track).packets();
  } catch {
    return;
  }
}
