import { AppError } from '../../contracts/errors.ts';
import { toSamples } from '../../wav.ts';
import { answerQuestions } from '../platform/side-process.ts';
import { Analyzer } from './analysis.ts';
import { type DecodingAnswer, decodingRequest } from './decode.ts';
import { type PacketDecoder, openDecoder } from './decoders.ts';
import type { Samples } from './pcm.ts';
import { Resampler } from './resample.ts';
import { type Decoded, type Track, openTrack } from './track.ts';

/**
 * Decodes strangers' recordings in a process that can be killed: a small file can hang a parser. It also isolates the AAC decoder's
 * GPL-2 licence.
 */

/** Seconds of sound in one answer. */
const answerS = 5;

interface OpenFile {
  blocks: AsyncGenerator<Samples[]>;
  answerSamples: number;
  analyzer: Analyzer | null;
}
let file: OpenFile | undefined;

async function decodeMore({ blocks, answerSamples, analyzer }: OpenFile): Promise<DecodingAnswer> {
  const answerBlocks: Samples[][] = [];
  let length = 0;
  while (length < answerSamples) {
    const result = await blocks.next();
    if (result.done)
      return { blocks: answerBlocks, ended: true, ...(analyzer && { analysis: analyzer.finish() }) };
    length += result.value[0]?.length ?? 0;
    if (analyzer) analyzer.push(result.value);
    else answerBlocks.push(result.value);
  }
  return { blocks: answerBlocks, ended: false };
}

answerQuestions(async (body): Promise<DecodingAnswer> => {
  const request = decodingRequest.parse(body);
  if (request !== 'more') {
    await file?.blocks.return(undefined);
    file = {
      blocks: readBlocks(request.bytes, request),
      answerSamples: answerS * request.rateHz,
      analyzer: request.want === 'analysis' ? new Analyzer() : null,
    };
  }
  try {
    return file === undefined ? { blocks: [], ended: true } : await decodeMore(file);
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'invalid_audio' && error.code !== 'too_large'))
      throw error;
    return { refusal: error.code, detail: error.message };
  }
});

/** About a second of Opus or MP3. */
const batchPackets = 50;
/** No supported codec has shorter packets. A file with more packets than this allows is damaged. */
const shortestPacketS = 0.0025;
/** A packet that is this much later than the previous one, or than the decoded sound so far, follows a gap. */
const gapS = 0.15;
/** A longer gap is cut to this, because a header of some bytes can claim hours of silence. */
const longestGapS = 60;

interface BlockRules {
  /** A longer recording is refused as too_large. */
  maxDurationS: number;
  /** The wanted sample rate. */
  rateHz: number;
}

/**
 * Decodes a recording in blocks of channels, up to the first damage; gaps become silence.
 * @throws AppError invalid_audio when nothing can be read, too_large when it is longer than `maxDurationS`
 */
async function* readBlocks(bytes: Uint8Array, rules: BlockRules): AsyncGenerator<Samples[]> {
  const track = await openTrack(bytes);
  const timeline = new Timeline(track.channels, rules);
  let decoder: PacketDecoder | undefined;
  try {
    decoder = await openDecoder(track, rules.rateHz);
    for await (const { startS, packets } of batches(track, rules.maxDurationS)) {
      yield* timeline.silenceUntil(startS);
      yield timeline.add(await decoder.decode(packets));
    }
    if (decoder.finish) yield timeline.add(await decoder.finish());
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (timeline.decodedS === 0) throw new AppError('invalid_audio', { cause });
  } finally {
    decoder?.close();
    track.close();
  }
  if (timeline.decodedS === 0)
    throw new AppError('invalid_audio', { detail: 'The recording contains no sound.' });
  const tail = timeline.finish();
  if (tail.length > 0) yield tail;
}

interface Batch {
  startS: number;
  packets: Uint8Array[];
}

/** Batches packets; splits at gaps. */
async function* batches(track: Track, maxDurationS: number): AsyncGenerator<Batch> {
  const maxPackets = Math.ceil(maxDurationS / shortestPacketS) + batchPackets;
  let batch: Batch | undefined;
  let count = 0;
  let firstS: number | undefined;
  let previousS = 0;
  for await (const packet of track.packets()) {
    if (++count > maxPackets)
      throw new AppError('invalid_audio', { detail: 'The recording has too many packets.' });
    firstS ??= packet.startS;
    const startS = packet.startS - firstS;
    if (batch && (batch.packets.length === batchPackets || startS - previousS > gapS)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { startS, packets: [] };
    batch.packets.push(packet.data);
    previousS = startS;
  }
  if (batch) yield batch;
}

/** Joins decoded pieces at one rate and refuses more than the allowed length. */
class Timeline {
  /** The length so far, gaps included, in seconds. */
  decodedS = 0;
  readonly #channels: number;
  readonly #rules: BlockRules;
  /** Total time cut out of gaps. */
  #cutS = 0;
  #rateHz: number;
  #resamplers: Resampler[] = [];

  constructor(channels: number, rules: BlockRules) {
    this.#channels = channels;
    this.#rules = rules;
    this.#rateHz = rules.rateHz;
  }

  /** @throws AppError too_large */
  add({ channels, rateHz }: Decoded): Samples[] {
    const { maxDurationS } = this.#rules;
    this.decodedS += (channels[0]?.length ?? 0) / rateHz;
    if (this.decodedS > maxDurationS)
      throw new AppError('too_large', { detail: `The recording is longer than ${maxDurationS} seconds.` });
    if (rateHz !== this.#rateHz) this.#changeRate(rateHz);
    return Array.from({ length: this.#channels }, (_, channel) => {
      const samples = toSamples(channels[channel] ?? channels[0] ?? new Float32Array());
      return this.#resamplers[channel]?.push(samples) ?? samples;
    });
  }

  /** Silence up to a moment of the file's clock, in pieces; nothing if the moment is near or has passed. @throws AppError too_large */
  *silenceUntil(momentS: number): Generator<Samples[]> {
    const missingS = momentS - this.#cutS - this.decodedS;
    if (missingS <= gapS) return;
    this.#cutS += Math.max(0, missingS - longestGapS);
    const endS = this.decodedS + Math.min(missingS, longestGapS);
    while (endS - this.decodedS > 1 / this.#rateHz) {
      const frames = Math.ceil(Math.min(1, endS - this.decodedS) * this.#rateHz);
      yield this.add({ channels: [new Float32Array(frames)], rateHz: this.#rateHz });
    }
  }

  finish(): Samples[] {
    return this.#resamplers.map((resampler) => resampler.finish());
  }

  #changeRate(rateHz: number): void {
    const targetHz = this.#rules.rateHz;
    this.#rateHz = rateHz;
    this.#resamplers =
      rateHz === targetHz
        ? []
        : Array.from({ length: this.#channels }, () => new Resampler(rateHz, targetHz));
  }
}
