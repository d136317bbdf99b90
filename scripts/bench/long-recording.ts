import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InputAudioTrack, OutputFormat } from 'mediabunny';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

const fixtures = path.join(import.meta.dirname, '../../lib/server/audio/fixtures');

const formats: Record<string, () => OutputFormat> = {
  '.webm': () => new WebMOutputFormat(),
  '.ogg': () => new OggOutputFormat(),
  '.m4a': () => new Mp4OutputFormat(),
  '.mp3': () => new Mp3OutputFormat(),
};

/** A recording of the tests, said again and again until it is so long; its packets are copied, not encoded anew. */
export async function longRecording(name: string, lengthS: number): Promise<Uint8Array> {
  const format = formats[path.extname(name)]?.();
  const source = new BufferSource(await readFile(path.join(fixtures, name)));
  const track = await new Input({ source, formats: ALL_FORMATS }).getPrimaryAudioTrack();
  const codec = await track?.getCodec();
  if (!format || !track || !codec) throw new Error(`${name} is no recording that can be lengthened.`);
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(sound);
  await output.start();
  await repeat(track, sound, lengthS);
  await output.finalize();
  if (target.buffer === null) throw new Error(`${name} could not be written.`);
  return new Uint8Array(target.buffer);
}

async function repeat(
  track: InputAudioTrack,
  sound: EncodedAudioPacketSource,
  lengthS: number,
): Promise<void> {
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets());
  const onceS = await track.computeDuration();
  for (let startS = 0; startS < lengthS; startS += onceS)
    for (const packet of packets)
      await sound.add(packet.clone({ timestamp: Math.max(0, packet.timestamp) + startS }), { decoderConfig });
}
