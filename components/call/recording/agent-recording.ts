import { speechRateHz } from '@/lib/contracts/limits';
import { toSamples, wavFile } from '@/lib/wav';
import { type Hearing, hearRecording } from './hearing';
import type { Span } from '../chart/events';
import type { StoredVoice } from './outbox';
import { type RecordedChunk, Recorder } from './recorder';

type SaveChunk = (voice: Omit<StoredVoice, 'chunks'>, chunk: RecordedChunk) => void;

/**
 * Voices recorded apart from each other, for a browser that runs no audio graph without an audio output (Firefox): the agent's, and the
 * visitor's from another microphone than the one that the call began with.
 */
export class AgentRecording {
  readonly #parts: { recorder: Recorder; of: 'visitor' | 'agent' }[] = [];
  readonly #save: SaveChunk;

  /** @param save receives each second of each voice */
  constructor(save: SaveChunk = () => undefined) {
    this.#save = save;
  }

  /** A track that begins; another one, after a lost connection or with another microphone, is recorded as well. */
  add(track: MediaStreamTrack, of: 'visitor' | 'agent' = 'agent'): void {
    const recorder = new Recorder(new MediaStream([track]), (chunk) => {
      this.#save({ of, startedAtMs: Math.round(performance.timeOrigin + recorder.startedAtMs) }, chunk);
    });
    this.#parts.push({ recorder, of });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#parts.map(({ recorder }) => recorder.stop()));
  }

  /**
   * Left the visitor, right the agent, as the mixer has them: WAV at the rate of speech, and what can be heard in it. An offline context
   * decodes without a sound card. @throws what decoding throws, of `own` or of all others
   * @param own what else is recorded of the call: the visitor, and on a second channel the agent; empty where the visitor types
   * @param before the voices that were stored before a reload
   * @param apart when the second channel is not the agent's. A microphone recorded without a graph fills both
   */
  async beside(
    own: Blob,
    ownStartedAtMs: number,
    apart: readonly Span[] = [],
    before: readonly StoredVoice[] = [],
  ): Promise<{ audio: Blob; durationMs: number; hearing: Hearing }> {
    const [ownLeft = new Float32Array(), ownRight = new Float32Array()] =
      own.size > 0 ? await decode(own) : [];
    const pieces: { from: number; samples: Float32Array; of: 'visitor' | 'agent' }[] = [];
    let failure: unknown;
    const voices = this.#parts.map(async ({ recorder, of }) => {
      const { chunks } = await recorder.stop();
      return { atMs: recorder.startedAtMs, chunks, of };
    });
    const voicesBefore = before.map(({ startedAtMs, chunks, of }) => {
      return { atMs: startedAtMs - performance.timeOrigin, chunks, of };
    });
    for (const { atMs, chunks, of } of [...voicesBefore, ...(await Promise.all(voices))]) {
      if (chunks.length === 0) continue;
      const from = Math.round(((atMs - ownStartedAtMs) / 1000) * speechRateHz);
      try {
        const [samples = new Float32Array()] = await decode(new Blob(chunks));
        pieces.push({ from, samples, of });
      } catch (error) {
        // A track that was gone at once may have left a file without sound.
        failure = error;
      }
    }
    if (failure !== undefined && pieces.length === 0) throw failure;
    const length = Math.max(ownLeft.length, ...pieces.map(({ from, samples }) => from + samples.length));
    const [left, right] = [new Float32Array(length), new Float32Array(length)];
    left.set(ownLeft);
    right.set(ownRight);
    for (const { fromMs, untilMs } of apart)
      right.fill(0, Math.round((fromMs / 1000) * speechRateHz), Math.round((untilMs / 1000) * speechRateHz));
    for (const { from, samples, of } of pieces) {
      const fits = samples.subarray(Math.max(0, -from), Math.max(0, length - from));
      if (fits.length > 0) (of === 'visitor' ? left : right).set(fits, Math.max(0, from));
    }
    return {
      audio: new Blob([wavFile(toSamples(left), toSamples(right))], { type: 'audio/wav' }),
      durationMs: (length / speechRateHz) * 1000,
      hearing: hearRecording(left, right, speechRateHz),
    };
  }
}

/** Gives the samples of each channel. */
async function decode(audio: Blob): Promise<Float32Array[]> {
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  const decoded = await context.decodeAudioData(await audio.arrayBuffer());
  return Array.from({ length: decoded.numberOfChannels }, (_, channel) => decoded.getChannelData(channel));
}
