import { speechRateHz } from '@/lib/contracts/limits';
import { toSamples, wavFile } from '@/lib/wav';
import { type Hearing, hearRecording } from './hearing';
import { Recorder } from './recorder';

/**
 * Voices recorded apart from each other, for a browser that runs no audio graph without an audio output (Firefox): the agent's, and the
 * visitor's from another microphone than the one that the call began with.
 */
export class AgentRecording {
  readonly #parts: { recorder: Recorder; of: 'visitor' | 'agent' }[] = [];

  /** A track that begins; another one, after a lost connection or with another microphone, is recorded as well. */
  add(track: MediaStreamTrack, of: 'visitor' | 'agent' = 'agent'): void {
    this.#parts.push({ recorder: new Recorder(new MediaStream([track]), () => undefined), of });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#parts.map(({ recorder }) => recorder.stop()));
  }

  /**
   * Left the visitor, right the agent, as the mixer has them: WAV at the rate of speech, and what can be heard in it. An offline context
   * decodes without a sound card. @throws what decoding throws
   * @param visitor empty where the visitor types
   */
  async beside(
    visitor: Blob,
    visitorStartedAtMs: number,
  ): Promise<{ audio: Blob; durationMs: number; hearing: Hearing }> {
    const own = visitor.size > 0 ? await decode(visitor) : new Float32Array();
    const pieces: { from: number; samples: Float32Array; of: 'visitor' | 'agent' }[] = [];
    for (const { recorder, of } of this.#parts) {
      const { mime, chunks } = await recorder.stop();
      if (chunks.length === 0) continue;
      const from = Math.round(((recorder.startedAtMs - visitorStartedAtMs) / 1000) * speechRateHz);
      pieces.push({ from, samples: await decode(new Blob(chunks, { type: mime })), of });
    }
    const endOf = (side: 'visitor' | 'agent') =>
      pieces.filter(({ of }) => of === side).map(({ from, samples }) => from + samples.length);
    const length = Math.max(own.length, ...endOf('visitor')) || Math.max(0, ...endOf('agent'));
    const [left, right] = [new Float32Array(length), new Float32Array(length)];
    left.set(own);
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

async function decode(audio: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  return (await context.decodeAudioData(await audio.arrayBuffer())).getChannelData(0);
}
