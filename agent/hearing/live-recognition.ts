import { setTimeout as delay } from 'node:timers/promises';
import { stt } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import type { Samples } from '../../lib/server/audio/pcm.ts';
import { type Language, languages } from '../../lib/i18n/language.ts';
import type { Env } from '../../lib/server/platform/env.ts';
import { recognisedUzbek } from '../../lib/uzbek/index.ts';
import { log } from '../../lib/server/platform/log.ts';
import { vadRateHz } from './voice-activity.ts';

/** Recognition that goes on while the visitor speaks. */
export interface LiveRecognizer {
  readonly name: string;
  /** For one call. `onInterim` is told the words of the utterance so far. */
  open(language: Language, onInterim: (text: string) => void): LiveStream;
}

export interface LiveStream {
  readonly isOpen: boolean;
  /** A new utterance, with the sound that it began with. */
  begin(samples: Samples): void;
  push(samples: Samples): void;
  /** The words of the utterance so far, perhaps none; undefined where the vendor is late or gone. It may go on afterwards. */
  commit(withinMs: number): Promise<string | undefined>;
  close(): void;
}

/** The streaming recogniser that the settings name. Its plugin is loaded only then. */
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
      const written = languageCode === 'uz' ? recognisedUzbek : (text: string) => text;
      // A visitor who changes the language is recognised before the conversation has followed.
      const secondaryLanguages = languages.filter((each) => each !== languageCode);
      const vendor = new STT({
        apiKey,
        baseURL,
        languageCode,
        secondaryLanguages,
        model: 'scribe_v2_realtime',
      });
      // An 'error' that nobody listens for would be thrown.
      vendor.on('error', ({ error }) => log.warn('live_recognition_failed', {}, error));
      return new PluginStream(vendor, written, onInterim);
    },
  };
}

/** A streaming recogniser of the framework's plugins. It keeps one connection a call, and ends a passage when it is told to. */
class PluginStream implements LiveStream {
  readonly #vendor: stt.STT;
  readonly #stream: stt.SpeechStream;
  readonly #written: (text: string) => string;
  readonly #onInterim: (text: string) => void;
  #isOpen = true;
  #passages: string[] = [];
  #interim = '';
  /** Passages that the vendor was told to end, and has not told the words of. */
  #awaited = 0;
  #finalReceived = Promise.withResolvers<void>();

  constructor(vendor: stt.STT, written: (text: string) => string, onInterim: (text: string) => void) {
    this.#vendor = vendor;
    this.#written = written;
    this.#onInterim = onInterim;
    this.#stream = vendor.stream({ connOptions: { maxRetry: 2, retryIntervalMs: 500, timeoutMs: 2_500 } });
    void this.#read();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  begin(samples: Samples): void {
    this.#passages = [];
    this.#interim = '';
    this.#awaited = 0;
    this.push(samples);
  }

  push(samples: Samples): void {
    if (this.#isOpen) this.#stream.pushFrame(new AudioFrame(samples, vadRateHz, 1, samples.length));
  }

  async commit(withinMs: number): Promise<string | undefined> {
    if (!this.#isOpen) return undefined;
    this.#awaited++;
    this.#stream.flush();
    const late = new AbortController();
    const limit = delay(withinMs, undefined, { signal: late.signal }).catch(() => undefined);
    const isLate = limit.then(() => true);
    while (this.#awaited > 0 && this.#isOpen)
      if ((await Promise.race([isLate, this.#finalReceived.promise])) === true) break;
    late.abort();
    return this.#awaited > 0 ? this.#text() || undefined : this.#text();
  }

  close(): void {
    this.#isOpen = false;
    this.#stream.close();
    void this.#vendor.close().catch(() => undefined);
  }

  #text(): string {
    return this.#written([...this.#passages, this.#interim].join(' ').trim());
  }

  async #read(): Promise<void> {
    try {
      for await (const { type, alternatives } of this.#stream) {
        const text = alternatives?.[0].text.trim() ?? '';
        if (type === stt.SpeechEventType.INTERIM_TRANSCRIPT) {
          this.#interim = text;
          this.#onInterim(this.#text());
        } else if (
          type === stt.SpeechEventType.FINAL_TRANSCRIPT ||
          type === stt.SpeechEventType.END_OF_SPEECH
        ) {
          if (text !== '') this.#passages.push(text);
          this.#interim = '';
          this.#awaited = Math.max(0, this.#awaited - 1);
          this.#finalReceived.resolve();
          this.#finalReceived = Promise.withResolvers();
        }
      }
    } catch (cause) {
      log.warn('live_recognition_ended', {}, cause);
    }
    this.#isOpen = false;
    this.#finalReceived.resolve();
  }
}
