import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { setTimeout as delay } from 'node:timers/promises';

const rateHz = 48_000;
const frameMs = 20;
const frameSize = (rateHz * frameMs) / 1000;
/** Louder than this is the agent's voice. */
const loudRms = 300;

export interface Caption {
  who: string;
  text: string;
  final: boolean;
}

export interface Echo {
  db: number;
  delayMs: number;
}

/** A visitor of tests and benchmarks: speaks recordings, notes when the agent is heard, may play its voice back into the microphone. */
export class TestVisitor {
  /** When the agent was heard, an entry a frame. */
  readonly heardAtMs: number[] = [];
  readonly captions: Caption[] = [];
  readonly states: { state: string; atMs: number }[] = [];
  readonly room = new Room();
  left = false;
  readonly #source = new AudioSource(rateHz, 1, 100);
  readonly #echo: { gain: number; delayMs: number } | undefined;
  readonly #returning: { dueMs: number; samples: Int16Array }[] = [];
  #queue: Int16Array[] = [];
  #said: (() => void) | undefined;
  #here = true;

  constructor(echo?: Echo) {
    this.#echo = echo && { gain: 10 ** (echo.db / 20), delayMs: echo.delayMs };
  }

  async join(url: string, token: string): Promise<this> {
    this.room
      .on(RoomEvent.TrackSubscribed, (track) => void this.#listen(track))
      .on(RoomEvent.Disconnected, () => (this.left = true))
      .on(RoomEvent.ParticipantAttributesChanged, (changed) => {
        const state = changed['lk.agent.state'];
        if (state !== undefined) this.states.push({ state, atMs: Date.now() });
      });
    await this.room.connect(url, token, { autoSubscribe: true, dynacast: false });
    this.room.registerTextStreamHandler('lk.transcription', (reader, { identity }) => {
      const final = reader.info.attributes?.['lk.transcription_final'] === 'true';
      const caption = { who: identity, text: '', final };
      this.captions.push(caption);
      void (async () => {
        for await (const piece of reader) caption.text += piece;
      })().catch(() => {});
    });
    const track = LocalAudioTrack.createAudioTrack('microphone', this.#source);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
    await this.room.localParticipant?.publishTrack(track, options);
    void this.#pump();
    return this;
  }

  /** Speaks samples at 48 kHz; resolves with the moment at which the last one was sent. */
  async say(samples: Int16Array): Promise<number> {
    for (let at = 0; at + frameSize <= samples.length; at += frameSize)
      this.#queue.push(samples.slice(at, at + frameSize));
    await new Promise<void>((resolve) => (this.#said = resolve));
    return Date.now();
  }

  async type(text: string): Promise<void> {
    await this.room.localParticipant?.sendText(text, { topic: 'lk.chat' });
  }

  /** The first moment after `atMs` at which the agent is heard; undefined if it is not. */
  async heardAfter(atMs: number, withinMs = 10_000): Promise<number | undefined> {
    await until(() => (this.heardAtMs.at(-1) ?? 0) > atMs, withinMs);
    return this.heardAtMs.find((heardMs) => heardMs > atMs);
  }

  /** Waits until the agent has spoken after `sinceMs` and has then been silent for a while. */
  async agentSilent(sinceMs = 0, forMs = 900, withinMs = 30_000): Promise<boolean> {
    return until(() => {
      const last = this.heardAtMs.at(-1) ?? 0;
      return last > sinceMs && Date.now() - last > forMs;
    }, withinMs);
  }

  async leave(): Promise<void> {
    this.#here = false;
    await this.room.disconnect();
  }

  async #listen(track: RemoteTrack): Promise<void> {
    const stream = new AudioStream(track, { sampleRate: rateHz, numChannels: 1, frameSizeMs: frameMs });
    for await (const { data } of stream) {
      const rms = Math.sqrt(data.reduce((sum, sample) => sum + sample * sample, 0) / data.length);
      if (rms > loudRms) this.heardAtMs.push(Date.now());
      if (this.#echo !== undefined)
        this.#returning.push({ dueMs: Date.now() + this.#echo.delayMs, samples: data.slice() });
    }
  }

  async #pump(): Promise<void> {
    while (this.#here) {
      const samples = (this.#queue.shift() ?? new Int16Array(frameSize)).slice();
      if (this.#echo !== undefined && (this.#returning[0]?.dueMs ?? Infinity) <= Date.now()) {
        const { gain } = this.#echo;
        const late = this.#returning.shift()?.samples;
        samples.forEach((sample, at) => (samples[at] = sample + (late?.[at] ?? 0) * gain));
      }
      await this.#source.captureFrame(new AudioFrame(samples, rateHz, 1, frameSize));
      if (this.#queue.length > 0) continue;
      this.#said?.();
      this.#said = undefined;
    }
  }
}

export async function until(holds: () => boolean, withinMs: number): Promise<boolean> {
  const endMs = Date.now() + withinMs;
  while (!holds() && Date.now() < endMs) await delay(5);
  return holds();
}
