import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { voice } from '@livekit/agents';
import type { AudioFrame, AudioStream } from '@livekit/rtc-node';
import { VoiceModel } from './voice-detector.ts';

type Reader = ReadableStreamDefaultReader<AudioFrame>;

/** The visitor's microphone as the input of an AgentSession. The framework's own has frames of 10 ms, each passed on some ten times. */
export class SessionInput extends voice.AudioInput {
  #controller: ReadableStreamDefaultController<AudioFrame> | undefined;
  #reader: Reader | undefined;
  readonly #voice = new VoiceModel();
  readonly #frames = new ReadableStream<AudioFrame>({
    start: (controller) => void (this.#controller = controller),
    cancel: () => this.#drop(),
  });

  override get stream(): ReadableStream<AudioFrame> {
    return this.#frames;
  }

  /** These frames take the place of those before. */
  take(frames: AudioStream): void {
    this.#drop();
    this.#reader = frames.getReader();
    void this.#pass(this.#reader);
  }

  override async close(): Promise<void> {
    this.#drop();
    await super.close();
  }

  async #pass(reader: Reader): Promise<void> {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (this.#reader !== reader) continue;
      this.#voice.hear(read.value);
      this.#controller?.enqueue(read.value);
    }
  }

  #drop(): void {
    void this.#reader?.cancel();
    this.#reader = undefined;
  }
}
