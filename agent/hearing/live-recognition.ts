import { stt } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import type { Samples } from '../../lib/server/audio/pcm.ts';
import { type Language, languages } from '../../lib/i18n/language.ts';
import type { Env } from '../../lib/server/platform/env.ts';
import { normalizeRecognizedUzbek } from '../../lib/uzbek/index.ts';
import { log } from '../../lib/server/platform/log.ts';
import { Changes } from '../changes.ts';
import { within } from '../within.ts';
import { vadRateHz } from './voice-activity.ts';

/** Recognition while the visitor speaks. */
export interface LiveRecognizer {
  readonly name: string;
  /** Opens a stream for utterances one after the other. `onInterim` receives the words of the utterance so far. */
  open(language: Language, onInterim: (text: string) => void): LiveStream;
}

/** Loads the streaming recogniser that the settings name; undefined if they name none. */
export async function liveRecognizer({
  STT_STREAMING,
  ELEVENLABS_API_KEY: apiKey,
  ELEVENLABS_URL: baseURL,
}: Pick<Env, 'STT_STREAMING' | 'ELEVENLABS_API_KEY' | 'ELEVENLABS_URL'>): Promise<
  LiveRecognizer | undefined
> {
  if (STT_STREAMING !== 'elevenlabs' || apiKey === undefined) return undefined;
  const { STT } = await import('@livekit/agents-plugin-elevenlabs');
  return {
    name: 'elevenlabs',
    open(languageCode, onInterim) {
      const normalize = languageCode === 'uz' ? normalizeRecognizedUzbek : (text: string) => text;
      // Recognises a visitor's new language before the conversation has switched.
      const secondaryLanguages = languages.filter((each) => each !== languageCode);
      const vendor = new STT({
        apiKey,
        baseURL,
        languageCode,
        secondaryLanguages,
        model: 'scribe_v2_realtime',
      });
      // Node throws an 'error' event without a listener.
      vendor.on('error', ({ error }) => log.warn('live_recognition_failed', {}, error));
      return new LiveStream(vendor, normalize, onInterim);
    },
  };
}

/** A connection to a streaming recogniser of the framework's plugins. `commit` asks for the final words. */
export class LiveStream {
  readonly #vendor: stt.STT;
  readonly #stream: stt.SpeechStream;
  readonly #normalize: (text: string) => string;
  readonly #onInterim: (text: string) => void;
  #isOpen = true;
  #finalTexts: string[] = [];
  #interimText = '';
  /** Number of commits without their final words. */
  #pendingCommits = 0;
  readonly #changes = new Changes();

  constructor(vendor: stt.STT, normalize: (text: string) => string, onInterim: (text: string) => void) {
    this.#vendor = vendor;
    this.#normalize = normalize;
    this.#onInterim = onInterim;
    this.#stream = vendor.stream({ connOptions: { maxRetry: 2, retryIntervalMs: 500, timeoutMs: 2_500 } });
    void this.#read();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** True if the next utterance can begin. Words of an earlier one that are still to come would be taken for its own. */
  get isReady(): boolean {
    return this.#isOpen && this.#pendingCommits === 0;
  }

  /** Begins an utterance with the sound so far. */
  begin(samples: Samples): void {
    this.#finalTexts = [];
    this.#interimText = '';
    this.push(samples);
  }

  push(samples: Samples): void {
    if (this.#isOpen) this.#stream.pushFrame(new AudioFrame(samples, vadRateHz, 1, samples.length));
  }

  /** Resolves to the words of the utterance so far, perhaps none. Undefined if the vendor is gone, or late without any word. */
  async commit(withinMs: number): Promise<string | undefined> {
    if (!this.#isOpen) return undefined;
    this.#pendingCommits++;
    this.#stream.flush();
    await within(this.#untilAnswered(), withinMs);
    return this.#pendingCommits > 0 ? this.#text() || undefined : this.#text();
  }

  close(): void {
    this.#isOpen = false;
    this.#stream.close();
    void this.#vendor.close().catch(() => undefined);
  }

  async #untilAnswered(): Promise<void> {
    while (this.#pendingCommits > 0 && this.#isOpen) await this.#changes.next;
  }

  #text(): string {
    return this.#normalize([...this.#finalTexts, this.#interimText].join(' ').trim());
  }

  async #read(): Promise<void> {
    try {
      for await (const { type, alternatives } of this.#stream) {
        const text = alternatives?.[0].text.trim() ?? '';
        if (type === stt.SpeechEventType.INTERIM_TRANSCRIPT) {
          this.#interimText = text;
          this.#onInterim(this.#text());
        } else if (
          type === stt.SpeechEventType.FINAL_TRANSCRIPT ||
          type === stt.SpeechEventType.END_OF_SPEECH
        ) {
          if (text !== '') this.#finalTexts.push(text);
          this.#interimText = '';
          this.#pendingCommits = Math.max(0, this.#pendingCommits - 1);
          this.#changes.notify();
        }
      }
    } catch (cause) {
      log.warn('live_recognition_ended', {}, cause);
    }
    this.#isOpen = false;
    this.#changes.notify();
  }
}
