import { APIConnectionError, asLanguageCode, stt } from '@livekit/agents';
import { type Samples, joinSamples } from '../../../lib/server/audio/pcm.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import { log } from '../../../lib/server/platform/log.ts';
import { VendorFault } from '../../../lib/server/platform/vendor.ts';
import type { Recognizer } from '../../../lib/server/speech/interfaces.ts';
import { minAnswerMs, speechOpensAfterMs } from '../../interview/timing.ts';
import { echoTailMs } from '../audio/echo-gate.ts';
import type { LiveStream, LiveRecognizer } from './live-recognition.ts';
import { isResting, isUnavailable, rest, restedFirst, wake } from '../vendor-rest.ts';
import type { Overlap } from './turn-filter.ts';
import { inference, vadOpensAt, vadRateHz, vadStaysAt, windowMs } from '../audio/voice-activity.ts';
import { windowsOf } from './voice-detector.ts';

/** Silence after which the vendor is asked ahead of time: the text is there when the utterance ends, or thrown away. */
const askAfterMs = 96;
/** Silence that ends an utterance; whether it ends the turn is decided from its words. */
const endsAfterMs = 224;
const prefixMs = 320;
const minVoicedMs = 120;
const longestMs = 45_000;
/** A vendor that has not answered by then is left for the next one, with the same recording. */
const vendorTimeoutMs = 2_500;

/** Timeout of a recogniser that failed or hung just before and has no alternative. */
const restingTimeoutMs = 800;

/** A live recogniser has heard nearly everything when the utterance ends. */
const liveWithinMs = 1_200;
/** The text of an utterance that no vendor could recognise: somebody has spoken, and the recording has it. */
export const unheard = '…';

export interface RecognitionOptions {
  /** The conversation's, at the moment. */
  language: () => Language;
  /** In the order in which they are asked. */
  recognizers: readonly Recognizer[];
  /** Hears while the visitor speaks; the others are asked where it has no words. */
  live?: LiveRecognizer;
  /** How long ago the agent was heard last. */
  sinceAgentMs?: () => number;
  /** Decides whether recognised words count: they may be the agent's own. */
  accept?: (text: string, overlap: Overlap) => boolean;
  /** An utterance whose words count, as they are told; when its voice began and ended. */
  onTurn?: (beganAtMs: number, endedAtMs: number) => void;
  /** An utterance that is no reason to ask again where it has no words: too short, or not accepted. */
  onIgnored?: () => void;
  /** Until when recognised words are to be kept back. */
  hold?: () => Promise<void> | undefined;
  /** Each recording that a vendor is given, speculation included. */
  onAsked?: (name: string, seconds: number) => void;
  onRecognized?: (name: string) => void;
  onFailed?: (name: string, cause: unknown) => void;
  timeoutMs?: number;
}

/**
 * Any recogniser of the product as streaming STT. It has a voice detector of its own, because the framework's VAD hands out memory that
 * it goes on writing into, and asks early. stt.FallbackAdapter would lose the utterance at which a vendor fails.
 */
export class RecordingStt extends stt.STT {
  override label = 'ovoz.RecordingStt';
  readonly options: RecognitionOptions;

  constructor(options: RecognitionOptions) {
    super({ streaming: true, interimResults: options.live !== undefined });
    this.options = options;
    // A session listens only while it is open; an 'error' that nobody listens for would be thrown.
    this.on('error', ({ error }) => log.warn('recognition_failed', {}, error));
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    throw new APIConnectionError({ message: 'recognises streams only' });
  }

  override stream(): stt.SpeechStream {
    return new RecordingStream(this);
  }
}

interface Utterance {
  durationS: number;
  beganAtMs: number;
  speechEndTime: number;
  overlap: Overlap;
}

interface Question {
  abort: AbortController;
  text: Promise<string>;
}

class RecordingStream extends stt.SpeechStream {
  override label = 'ovoz.RecordingStream';
  readonly #options: RecognitionOptions;
  readonly #vad = inference.createVad();
  #live: LiveStream | undefined;
  #liveLanguage: Language;
  #beganOverAgent = false;
  #answered = Promise.resolve();

  constructor(parent: RecordingStt) {
    super(parent, vadRateHz, { maxRetry: 0, retryIntervalMs: 0, timeoutMs: vendorTimeoutMs });
    this.#options = parent.options;
    this.#liveLanguage = this.#options.language();
    this.#openLive();
  }

  #openLive(): void {
    this.#live = this.#options.live?.open(this.#liveLanguage, (text) => this.#interim(text));
  }

  #sinceAgentMs(): number {
    return this.#options.sinceAgentMs?.() ?? Infinity;
  }

  /** An echo begins while the agent is heard, or is over soon after it; a visitor's answer goes on. */
  #overlap(silentMs = 0): Overlap {
    if (this.#beganOverAgent) return 'began';
    return this.#sinceAgentMs() - silentMs <= echoTailMs ? 'tail' : 'none';
  }

  #followLanguage(): void {
    const language = this.#options.language();
    if (language === this.#liveLanguage) return;
    this.#liveLanguage = language;
    this.#live?.close();
    this.#openLive();
  }

  protected override async run(): Promise<void> {
    try {
      await this.#listen();
    } finally {
      this.#live?.close();
    }
  }

  async #listen(): Promise<void> {
    /** The windows of the utterance or, before it, of the moment that may become its beginning. */
    let windows: Samples[] = [];
    let speaking = false;
    let beganAtMs = 0;
    let voicedMs = 0;
    let runMs = 0;
    let silentMs = 0;
    let early: Question | undefined;

    for await (const { samples: window, voice } of windowsOf(this.input)) {
      const voiced = (await (voice ?? this.#vad.predict(window))) >= (speaking ? vadStaysAt : vadOpensAt);
      windows.push(window);
      if (voiced) {
        voicedMs += windowMs;
        runMs += windowMs;
        if (silentMs > 0) {
          early?.abort.abort();
          early = undefined;
        }
        silentMs = 0;
        if (!speaking && runMs >= speechOpensAfterMs) {
          speaking = true;
          beganAtMs = Date.now() - runMs;
          this.#beganOverAgent = this.#sinceAgentMs() <= runMs;
          this.#put({ type: stt.SpeechEventType.START_OF_SPEECH });
          this.#followLanguage();
          this.#live?.begin(joinSamples(windows));
        } else if (speaking) this.#live?.push(window);
        if (windows.length * windowMs < longestMs) continue;
      } else {
        runMs = 0;
        silentMs += windowMs;
        // After the question is asked the passage is over, unless the voice comes back.
        if (speaking && early === undefined) this.#live?.push(window);
      }
      if (!speaking) {
        voicedMs = 0;
        windows = windows.slice(-Math.ceil((prefixMs + speechOpensAfterMs) / windowMs));
        continue;
      }
      if (silentMs >= askAfterMs) early ??= this.#ask(joinSamples(windows));
      if (silentMs < endsAfterMs && windows.length * windowMs < longestMs) continue;

      const speechEndTime = Date.now() - silentMs;
      const question = early ?? this.#ask(joinSamples(windows));
      const durationS = (windows.length * windowMs) / 1000;
      early = undefined;
      windows = windows.slice(-Math.ceil(prefixMs / windowMs));
      speaking = false;
      this.#put({ type: stt.SpeechEventType.END_OF_SPEECH, speechEndTime });
      const overlap = this.#overlap(silentMs);
      if (voicedMs >= minVoicedMs) this.#answer(question, { durationS, beganAtMs, speechEndTime, overlap });
      else question.abort.abort();
      if (voicedMs < minAnswerMs) this.#options.onIgnored?.();
      if (this.#live?.isOpen === true) this.#options.onAsked?.(this.#options.live?.name ?? '', durationS);
      voicedMs = 0;
    }
    await this.#answered;
  }

  /** Utterances are answered in their order, while the next one is already listened to. */
  #answer(question: Question, { durationS, beganAtMs, speechEndTime, overlap }: Utterance): void {
    this.#answered = this.#answered.then(async () => {
      const text = await question.text;
      const usage = { audioDuration: durationS };
      this.#put({ type: stt.SpeechEventType.RECOGNITION_USAGE, requestId: '', recognitionUsage: usage });
      if (text === '') return;
      if (this.#options.accept?.(text, overlap) === false) {
        this.#options.onIgnored?.();
        return;
      }
      await this.#options.hold?.();
      this.#options.onTurn?.(beganAtMs, speechEndTime);
      const language = asLanguageCode(this.#options.language());
      const said = { text, language, startTime: 0, endTime: 0, confidence: 1 };
      this.#put({ type: stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives: [said], speechEndTime });
    });
  }

  #ask(samples: Samples): Question {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.abortSignal]);
    return { abort, text: this.#recognize(samples, signal) };
  }

  /** The live recogniser's words; without them the others are asked for the same recording. */
  async #recognize(samples: Samples, signal: AbortSignal): Promise<string> {
    const { live, recognizers, onRecognized } = this.#options;
    const heard = await this.#liveText();
    if (signal.aborted) return '';
    if (!heard && (this.#live?.isOpen !== true || recognizers.length > 0))
      return recognizeWithFallback(samples, this.#options, signal);
    if (live !== undefined) onRecognized?.(live.name);
    return heard ?? '';
  }

  async #liveText(): Promise<string | undefined> {
    const { live, recognizers } = this.#options;
    if (live === undefined || this.#live?.isOpen !== true) return undefined;
    if (isResting(live) && recognizers.length > 0) return undefined;
    const heard = await this.#live.commit(liveWithinMs);
    if (heard === undefined) {
      rest(live);
      this.#options.onFailed?.(live.name, new VendorFault('timeout', 'No words in time.'));
    }
    return heard;
  }

  #interim(text: string): void {
    if (text === '' || this.#options.accept?.(text, this.#overlap()) === false) return;
    const language = asLanguageCode(this.#liveLanguage);
    const said = { text, language, startTime: 0, endTime: 0, confidence: 1 };
    this.#put({ type: stt.SpeechEventType.INTERIM_TRANSCRIPT, alternatives: [said] });
  }

  #put(event: stt.SpeechEvent): void {
    if (!this.queue.closed) this.queue.put(event);
  }
}

/** Asks one recogniser after the other for the same recording; gives `unheard` where all of them fail. Never throws. */
export async function recognizeWithFallback(
  samples: Samples,
  { recognizers, language, onAsked, onRecognized, onFailed, timeoutMs = vendorTimeoutMs }: RecognitionOptions,
  signal: AbortSignal,
): Promise<string> {
  for (const recognizer of restedFirst(recognizers)) {
    const limitMs = isResting(recognizer) ? Math.min(restingTimeoutMs, timeoutMs) : timeoutMs;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    onAsked?.(recognizer.name, samples.length / vadRateHz);
    try {
      const { text } = await recognizer.transcribe(samples, {
        language: language(),
        signal: limit,
        timeoutMs: limitMs,
        attempts: 1,
        mayChange: true,
      });
      wake(recognizer);
      onRecognized?.(recognizer.name);
      return text.trim();
    } catch (cause) {
      if (signal.aborted) return '';
      if (!isUnavailable(cause)) {
        rest(recognizer);
        onFailed?.(recognizer.name, cause);
      }
      log.warn('recogniser_left_for_next', { provider: recognizer.name }, cause);
    }
  }
  return unheard;
}
