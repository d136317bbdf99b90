import { speechRateHz } from '@/lib/contracts/limits';
import { wavHeader } from '@/lib/wav';
import { type Hearing, hearRecording } from './hearing';
import { Recorder } from './recorder';

/** The agent's voice, recorded apart from the visitor's: for a browser that runs no audio graph without an audio output (Firefox). */
export class AgentRecording {
  readonly #recorders: Recorder[] = [];

  /** A track of the agent's; another one, after a lost connection, is recorded as well. */
  add(track: MediaStreamTrack): void {
    this.#recorders.push(new Recorder(new MediaStream([track]), () => undefined));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#recorders.map((recorder) => recorder.stop()));
  }

  /**
   * Left the visitor, right the agent, as the mixer has them: WAV at the rate of speech, and what can be heard in it. An offline context
   * decodes without a sound card. @throws what decoding throws
   */
  async beside(visitor: Blob, visitorStartedAtMs: number): Promise<{ audio: Blob; hearing: Hearing }> {
    const decode = async (audio: Blob) => {
      const context = new OfflineAudioContext(1, 1, speechRateHz);
      return (await context.decodeAudioData(await audio.arrayBuffer())).getChannelData(0);
    };
    const left = await decode(visitor);
    const right = new Float32Array(left.length);
    for (const recorder of this.#recorders) {
      const { mime, chunks } = await recorder.stop();
      if (chunks.length === 0) continue;
      const from = Math.round(((recorder.startedAtMs - visitorStartedAtMs) / 1000) * speechRateHz);
      const voice = await decode(new Blob(chunks, { type: mime }));
      const fits = voice.subarray(Math.max(0, -from), Math.max(0, left.length - from));
      if (fits.length > 0) right.set(fits, Math.max(0, from));
    }
    const samples = new Int16Array(left.length * 2);
    [left, right].forEach((voice, channel) =>
      voice.forEach((value, at) => {
        samples[at * 2 + channel] = Math.round(Math.max(-1, Math.min(1, value)) * 32_767);
      }),
    );
    const header = wavHeader({ dataBytes: samples.byteLength, channels: 2 });
    const audio = new Blob([header, samples], { type: 'audio/wav' });
    return { audio, hearing: hearRecording(left, right, speechRateHz) };
  }
}
