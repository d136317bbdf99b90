import { speechRateHz } from '@/lib/contracts/limits';
import { wavHeader } from '@/lib/wav';
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
   * Left the visitor, right the agent, as the mixer has them: WAV at the rate of speech. An offline context decodes without a
   * sound card. @throws what decoding throws
   */
  async beside(visitor: Blob, visitorStartedAtMs: number): Promise<Blob> {
    const decode = async (audio: Blob) => {
      const context = new OfflineAudioContext(1, 1, speechRateHz);
      return (await context.decodeAudioData(await audio.arrayBuffer())).getChannelData(0);
    };
    const left = await decode(visitor);
    const samples = new Int16Array(left.length * 2);
    const put = (voice: Float32Array, channel: number, from: number) =>
      voice.forEach((value, at) => {
        const place = from + at;
        if (place >= 0 && place < left.length)
          samples[place * 2 + channel] = Math.round(Math.max(-1, Math.min(1, value)) * 32_767);
      });
    put(left, 0, 0);
    for (const recorder of this.#recorders) {
      const { mime, chunks } = await recorder.stop();
      const from = Math.round(((recorder.startedAtMs - visitorStartedAtMs) / 1000) * speechRateHz);
      if (chunks.length > 0) put(await decode(new Blob(chunks, { type: mime })), 1, from);
    }
    return new Blob([wavHeader({ dataBytes: samples.byteLength, channels: 2 }), samples], {
      type: 'audio/wav',
    });
  }
}
