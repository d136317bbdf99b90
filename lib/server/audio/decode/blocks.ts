import { AppError } from '../../../contracts/errors.ts';
import type { PacketDecoder } from './decoders.ts';
import { openDecoder } from './decoders.ts';
import type { Samples } from '../pcm.ts';
import { Timeline } from './track.ts';
import type { Track } from './track.ts';
import { openTrack } from './track.ts';

/** About a second of Opus or MP3. */
const batchPackets = 50;
/** No codec read here has shorter packets, so a file with more of them is no sound. */
const shortestPacketS = 0.0025;
/** A packet this much later than the one before, or than what was heard so far, leaves a hole in the recording. */
const holeS = 0.15;

/**
 * Decodes a recording to 16 kHz, block by block, each block an array of channels. Holes in its timeline become
 * silence, so that times stay true; of a damaged file, what comes before the damage is given. To be called in the
 * decoding process alone: a file made for the purpose can keep it busy for ever.
 * @throws AppError invalid_audio when nothing can be read, too_large when it is longer than `maxDurationS`
 */
export async function* readBlocks(bytes: Uint8Array, maxDurationS: number): AsyncGenerator<Samples[]> {
  const track = await openTrack(bytes);
  const timeline = new Timeline(track.channels, maxDurationS);
  let decoder: PacketDecoder | undefined;
  try {
    decoder = await openDecoder(track);
    for await (const { startS, packets } of batches(track, maxDurationS)) {
      if (startS - timeline.heardS > holeS) yield* timeline.silenceUntil(startS);
      yield timeline.add(await decoder.decode(packets));
    }
    if (decoder.finish) yield timeline.add(await decoder.finish());
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (timeline.heardS === 0) throw new AppError('invalid_audio', { cause });
  } finally {
    decoder?.close();
    track.close();
  }
  if (timeline.heardS === 0) throw new AppError('invalid_audio', { detail: 'The recording holds no sound.' });
  const tail = timeline.finish();
  if (tail.length > 0) yield tail;
}

interface Batch {
  startS: number;
  packets: Uint8Array[];
}

/** Packets in handfuls without a hole inside. */
async function* batches(track: Track, maxDurationS: number): AsyncGenerator<Batch> {
  const mostPackets = Math.ceil(maxDurationS / shortestPacketS) + batchPackets;
  let batch: Batch | undefined;
  let count = 0;
  let firstS: number | undefined;
  let previousS = 0;
  for await (const packet of track.packets()) {
    if (++count > mostPackets)
      throw new AppError('invalid_audio', { detail: 'The recording has too many packets.' });
    firstS ??= packet.startS;
    const startS = packet.startS - firstS;
    if (batch && (batch.packets.length === batchPackets || startS - previousS > holeS)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { startS, packets: [] };
    batch.packets.push(packet.data);
    previousS = startS;
  }
  if (batch) yield batch;
}
