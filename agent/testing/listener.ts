import { AudioFrame } from '@livekit/rtc-node';
import { expect } from 'vitest';
import type { VoiceEvent, Words } from '../conversation/events.ts';
import { Hearing } from '../hearing/hearing.ts';
import { type UtteranceOptions, Utterances } from '../hearing/utterances.ts';
import { inference, vadRateHz } from '../hearing/voice-activity.ts';

/** A visitor's microphone that sends samples as fast as they are pushed, with the agent's hearing. */
export class Listener {
  readonly events: VoiceEvent[] = [];
  readonly interims: string[] = [];
  readonly #hearing: Hearing;
  readonly #hearingEnd: Promise<void>;
  #controller: ReadableStreamDefaultController<AudioFrame> | undefined;

  constructor(options: Pick<UtteranceOptions, 'recognizers'> & Partial<UtteranceOptions>) {
    const record = (event: VoiceEvent) => this.events.push(event);
    const recognition = new Utterances({
      language: () => 'uz',
      sinceAgentMs: () => Infinity,
      kindOf: () => undefined,
      onWords: record,
      onInterim: (text) => this.interims.push(text),
      ...options,
    });
    this.#hearing = new Hearing(record, recognition);
    this.#hearingEnd = this.#hearing.hear(
      new ReadableStream<AudioFrame>({ start: (controller) => void (this.#controller = controller) }),
    );
  }

  push(samples: Int16Array): void {
    const windowSamples = inference.VAD_WINDOW_SAMPLES;
    for (let start = 0; start + windowSamples <= samples.length; start += windowSamples)
      this.#controller?.enqueue(
        new AudioFrame(samples.slice(start, start + windowSamples), vadRateHz, 1, windowSamples),
      );
  }

  get words(): Words[] {
    return this.events.filter((event) => event.type === 'words');
  }

  /** The texts of the utterances that have words. */
  get texts(): string[] {
    return this.words.flatMap(({ text }) => text || []);
  }

  /** Waits until this many utterances have been heard, with words or without. */
  async untilHeard(utterances: number): Promise<this> {
    await expect.poll(() => this.words.length).toBe(utterances);
    return this;
  }

  /** Ends the microphone, waits for its last utterance, and closes. */
  async end(): Promise<this> {
    const endedCount = () => this.events.filter(({ type }) => type === 'voice_ended').length;
    const startedCount = () => this.events.filter(({ type }) => type === 'voice_started').length;
    this.#controller?.close();
    await this.#hearingEnd;
    await expect.poll(() => startedCount() - endedCount()).toBe(0);
    await this.untilHeard(endedCount());
    this.#hearing.close();
    return this;
  }
}
