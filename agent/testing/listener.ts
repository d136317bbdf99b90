import { AudioFrame } from '@livekit/rtc-node';
import { expect } from 'vitest';
import type { VoiceEvent, Words } from '../conversation/policy-state.ts';
import { Hearing } from '../hearing/hearing.ts';
import { type UtteranceOptions, Utterances } from '../hearing/utterances.ts';
import { inference, vadRateHz } from '../hearing/voice-activity.ts';

/** A visitor's microphone that sends samples as fast as they are pushed, with the agent's hearing. */
export class Listener {
  readonly events: VoiceEvent[] = [];
  readonly guesses: string[] = [];
  readonly #hearing: Hearing;
  readonly #heard: Promise<void>;
  #controller: ReadableStreamDefaultController<AudioFrame> | undefined;

  constructor(options: Pick<UtteranceOptions, 'recognizers'> & Partial<UtteranceOptions>) {
    const record = (event: VoiceEvent) => this.events.push(event);
    const recognition = new Utterances({
      language: () => 'uz',
      sinceAgentMs: () => Infinity,
      kindOf: () => undefined,
      onWords: record,
      onGuess: (text) => this.guesses.push(text),
      ...options,
    });
    this.#hearing = new Hearing(record, recognition);
    this.#heard = this.#hearing.hear(
      new ReadableStream<AudioFrame>({ start: (controller) => void (this.#controller = controller) }),
    );
  }

  push(samples: Int16Array): void {
    const size = inference.VAD_WINDOW_SAMPLES;
    for (let at = 0; at + size <= samples.length; at += size)
      this.#controller?.enqueue(new AudioFrame(samples.slice(at, at + size), vadRateHz, 1, size));
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
    const ended = () => this.events.filter(({ type }) => type === 'voice_ended').length;
    const started = () => this.events.filter(({ type }) => type === 'voice_started').length;
    this.#controller?.close();
    await this.#heard;
    await expect.poll(() => started() - ended()).toBe(0);
    await this.untilHeard(ended());
    this.#hearing.close();
    return this;
  }
}
