import { closeSync, futimesSync, openSync, writeSync } from 'node:fs';
import os from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { Application, type OpusEncoderHandle, createEncoder } from 'libopus-wasm';
import { pcmRateHz, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Resampler } from '../../lib/server/audio/resample.ts';
import type { CopyStep, OpenCopyRequest } from './copy-writer.ts';
import { OggOpus, channels, packetMs } from './ogg-opus.ts';

/** The thread that encodes the copies of all calls of an agent process, so that no conversation waits for the codec. */

const packetSamples = (pcmRateHz * packetMs) / 1000;
/** A page holds a second. */
const pageSamples = 50 * packetSamples;
/** Below 40 kbit/s, Opus codes both channels as one sound with two loudnesses, so each voice leaks into the other channel. */
const bitrate = 40_000;

/** Ten seconds of sound. */
const warmUpPackets = 500;

function newEncoder(): Promise<OpusEncoderHandle> {
  return createEncoder({
    sampleRate: pcmRateHz,
    channels,
    frameSize: packetSamples,
    // The codec's cheapest mode takes a third of the time of its speech mode.
    application: Application.RestrictedLowDelay,
    complexity: 0,
    bitrate,
  });
}

/** Encodes noise until V8 has optimised the codec, which takes four times as long before. */
async function warmUpEncoder(): Promise<void> {
  const encoder = await newEncoder();
  try {
    for (let packet = 0; packet < warmUpPackets; packet++)
      encoder.encode(Int16Array.from({ length: 2 * packetSamples }, () => (Math.random() - 0.5) * 8_000));
  } finally {
    encoder.free();
  }
}

/** A file of Opus in Ogg that grows page by page: the visitor on the left channel, the agent on the right one. */
class CopyFile {
  /** A file descriptor. */
  readonly #file: number;
  readonly #encoder: OpusEncoderHandle;
  readonly #ogg: OggOpus;
  readonly #resampler = new Resampler(voiceRateHz, pcmRateHz);

  private constructor(file: number, encoder: OpusEncoderHandle) {
    this.#file = file;
    this.#encoder = encoder;
    const preSkip = (encoder.getLookahead() * 48_000) / pcmRateHz;
    this.#ogg = new OggOpus(preSkip);
  }

  static async open(path: string): Promise<CopyFile> {
    const copy = new CopyFile(openSync(path, 'w', 0o600), await newEncoder());
    try {
      writeSync(copy.#file, copy.#ogg.head());
      return copy;
    } catch (cause) {
      copy.close();
      throw cause;
    }
  }

  /** Both voices must last equally long, whole packets: the visitor's at pcmRateHz, the agent's at voiceRateHz. */
  write(visitor: Int16Array, agentVoice: Int16Array): void {
    const agent = new Int16Array(visitor.length);
    // The filter lags by a millisecond, which the first write lacks.
    const resampled = this.#resampler.push(agentVoice);
    agent.set(resampled, agent.length - resampled.length);
    for (let pageStart = 0; pageStart < visitor.length; pageStart += pageSamples) {
      const pageEnd = Math.min(pageStart + pageSamples, visitor.length);
      const packets: Uint8Array[] = [];
      for (let packetStart = pageStart; packetStart < pageEnd; packetStart += packetSamples)
        packets.push(this.#encoder.encode(interleaved(visitor, agent, packetStart)));
      writeSync(this.#file, this.#ogg.page(packets));
    }
  }

  /** Updates the time of the last write, so that the copy does not count as finished. */
  touch(): void {
    const now = new Date();
    futimesSync(this.#file, now, now);
  }

  close(): void {
    this.#encoder.free();
    closeSync(this.#file);
  }
}

function interleaved(left: Int16Array, right: Int16Array, start: number): Int16Array {
  const packet = new Int16Array(2 * packetSamples);
  for (let index = 0; index < packetSamples; index++) {
    packet[2 * index] = left[start + index] ?? 0;
    packet[2 * index + 1] = right[start + index] ?? 0;
  }
  return packet;
}

function serve(port: MessagePort, path: string): void {
  const opened = CopyFile.open(path);
  const answer = (result: Promise<unknown>) => {
    result.then(
      () => port.postMessage(undefined),
      (error: unknown) => port.postMessage(error),
    );
  };
  answer(opened);
  port.on('message', (step: CopyStep) => answer(opened.then((file) => run(file, step))));
}

function run(file: CopyFile, step: CopyStep): void {
  if (step === 'touch') file.touch();
  else if (step === 'close') file.close();
  else file.write(step.visitor, step.agent);
}

// On Linux a priority belongs to one thread, so conversations go first on a busy machine. Elsewhere it belongs to the process.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
await warmUpEncoder();
parentPort?.on('message', ({ port, path }: OpenCopyRequest) => serve(port, path));
