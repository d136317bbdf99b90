import { type Samples, joinSamples } from '../../lib/server/audio/pcm.ts';
import { VendorFault } from '../../lib/server/platform/vendor.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { VoiceChange, VoiceEvent, Words } from '../conversation/events.ts';
import { echoTailMs } from './echo-gate.ts';
import type { LiveRecognizer, LiveStream } from './live-recognition.ts';
import { type RecognizerOptions, recognizeWithFallback } from './recognizers.ts';
import type { Overlap } from './turn-filter.ts';
import { withoutInventedWords } from '../language/invented-words.ts';
import { isUnhealthy, markUnhealthy } from '../models/vendor-health.ts';
import { windowMs } from './voice-activity.ts';

/** Silence after which recognition starts early. Its text is ready when the utterance ends, or dropped. */
const requestAfterMs = 96;
/** How much sound before an utterance is included in it. */
const prefixWindows = Math.ceil((320 + 64) / windowMs);
/** Shorter voice is not recognised. */
const minVoicedMs = 120;
/** The wait for a live recogniser. It is short, because the recogniser has heard nearly everything already. */
const liveWithinMs = 1_200;

export interface UtteranceOptions extends RecognizerOptions {
  /** Recognises while the visitor speaks. If it has no words, the other recognisers get the same recording. */
  live?: LiveRecognizer;
  /** How long ago the agent was heard last. */
  sinceAgentMs: () => number;
  /** Classifies words: they may be a backchannel or the agent's own. */
  kindOf: (text: string, overlap: Overlap) => Words['kind'];
  onWords: (event: VoiceEvent & Words) => void;
  /** The words of an unfinished utterance, if a live recogniser hears it. */
  onInterim?: (text: string) => void;
  /** The time from the end of the voice to its words. */
  onDelay?: (ms: number) => void;
}

interface Request {
  abort: AbortController;
  /** Undefined if no recogniser answered. */
  text: Promise<string | undefined>;
}

/** Recognises the visitor's utterances in order, each while listening to the next one. Each gives one `words` event. */
export class Utterances {
  readonly #options: UtteranceOptions;
  readonly #closed = new AbortController();
  /** The windows of the utterance. Between utterances, the latest ones, because the next one begins with them. */
  #windows: Samples[] = [];
  /** The number of windows until the last voiced one. */
  #voicedWindows = 0;
  /** A request that began before the utterance was certain to have ended. */
  #earlyRequest: Request | undefined;
  #isSpeech = false;
  #beganOverAgent = false;
  #live: { stream: LiveStream; language: Language } | undefined;
  #reportQueue = Promise.resolve();

  constructor(options: UtteranceOptions) {
    this.#options = options;
    this.#openLive();
  }

  /** Takes the microphone's next window and the voice change that it caused. */
  take(samples: Samples, change: VoiceChange | undefined): void {
    if (samples.length > 0) this.#windows.push(samples);
    switch (change?.type) {
      case undefined:
        this.#windows = this.#windows.slice(-prefixWindows);
        break;
      case 'voice_started':
        this.#begin(change.fromMs);
        break;
      case 'voiced':
        this.#earlyRequest?.abort.abort();
        this.#earlyRequest = undefined;
        this.#live?.stream.push(samples);
        this.#voicedWindows = this.#windows.length;
        break;
      case 'silent':
        // An early request commits the live stream, which then gets no more silence.
        if (this.#earlyRequest === undefined) this.#live?.stream.push(samples);
        if (change.silentMs >= requestAfterMs) this.#earlyRequest ??= this.#request();
        break;
      case 'voice_ended':
        this.#end(change.toMs, change.voicedMs);
        break;
    }
  }

  close(): void {
    this.#closed.abort();
    this.#live?.stream.close();
  }

  #begin(fromMs: number): void {
    this.#isSpeech = true;
    this.#voicedWindows = this.#windows.length;
    this.#beganOverAgent = this.#options.sinceAgentMs() <= Date.now() - fromMs;
    const language = this.#options.language();
    if (this.#live?.language !== language || !this.#live.stream.isReady) this.#openLive();
    this.#live?.stream.begin(joinSamples(this.#windows));
  }

  #end(toMs: number, voicedMs: number): void {
    const { abort, text } = this.#earlyRequest ?? this.#request();
    const overlap = this.#overlapWithAgent(Date.now() - toMs);
    this.#earlyRequest = undefined;
    this.#isSpeech = false;
    this.#reportLiveSeconds();
    // The next utterance may begin at once. It gets no voice of this one.
    this.#windows = this.#windows.slice(this.#voicedWindows);
    const isTooShort = voicedMs < minVoicedMs;
    if (isTooShort) abort.abort();
    this.#reportQueue = this.#reportQueue.then(async () => {
      const words = isTooShort ? '' : await text;
      if (!this.#closed.signal.aborted) this.#report(words, overlap, toMs);
    });
  }

  #reportLiveSeconds(): void {
    const { onRequest, live } = this.#options;
    const durationS = (this.#windows.length * windowMs) / 1000;
    if (this.#live?.stream.isOpen === true) onRequest?.(live?.name ?? '', durationS);
  }

  #report(words: string | undefined, overlap: Overlap, toMs: number): void {
    const { kindOf, onWords, onDelay, language } = this.#options;
    const atMs = Date.now();
    if (words === undefined) {
      onWords({ type: 'words', atMs });
      return;
    }
    const text = withoutInventedWords(words);
    if (text !== '') onDelay?.(atMs - toMs);
    const kind = text === '' ? undefined : kindOf(text, overlap);
    onWords({ type: 'words', atMs, text, kind, language: language() });
  }

  /** An echo begins during the agent's voice or ends soon after it; a visitor's answer lasts longer. */
  #overlapWithAgent(silentMs = 0): Overlap {
    if (this.#beganOverAgent) return 'began';
    return this.#options.sinceAgentMs() - silentMs <= echoTailMs ? 'tail' : 'none';
  }

  /** Replaces the stream, in which the words of an utterance may still be awaited. Opens none while the vendor is skipped. */
  #openLive(): void {
    const previousStream = this.#live?.stream;
    if (previousStream !== undefined) setTimeout(() => previousStream.close(), liveWithinMs).unref();
    const language = this.#options.language();
    const live = this.#skipsLive ? undefined : this.#options.live;
    const stream = live?.open(language, (text) => this.#reportInterim(text));
    this.#live = stream && { stream, language };
  }

  /** True if another recogniser is asked first, because the live one has just failed. */
  get #skipsLive(): boolean {
    const { live, recognizers } = this.#options;
    return live !== undefined && isUnhealthy(live) && recognizers.length > 0;
  }

  #reportInterim(interimText: string): void {
    const text = withoutInventedWords(interimText);
    const { kindOf, onInterim } = this.#options;
    if (!this.#isSpeech || text === '') return;
    if (kindOf(text, this.#overlapWithAgent()) === undefined) onInterim?.(text);
  }

  #request(): Request {
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#closed.signal]);
    return { abort, text: this.#recognize(joinSamples(this.#windows), signal) };
  }

  /** Resolves to the live recogniser's words; without them the other recognisers get the same recording. */
  async #recognize(samples: Samples, signal: AbortSignal): Promise<string | undefined> {
    const { live, recognizers, onRecognized } = this.#options;
    const stream = this.#live?.stream;
    const wasAsked = live !== undefined && stream?.isOpen === true && !this.#skipsLive;
    const liveText = await this.#liveText(stream);
    if (signal.aborted) return '';
    if (!liveText && (stream?.isOpen !== true || recognizers.length > 0)) {
      const text = await recognizeWithFallback(samples, this.#options, signal);
      // Some vendors do not answer at all to a noise, so only words that the live recogniser missed are its failure.
      if (wasAsked && liveText === undefined && text) this.#reportMissedWords(live);
      return text;
    }
    if (live !== undefined) onRecognized?.(live.name);
    return liveText ?? '';
  }

  async #liveText(stream: LiveStream | undefined): Promise<string | undefined> {
    const { live } = this.#options;
    if (live === undefined || stream?.isOpen !== true) return undefined;
    if (this.#skipsLive) {
      // The words of this sound, which is not committed, would be added to the next ones.
      stream.close();
      return undefined;
    }
    return stream.commit(liveWithinMs);
  }

  #reportMissedWords(live: LiveRecognizer): void {
    markUnhealthy(live);
    this.#options.onFailed?.(live.name, new VendorFault('timeout', 'No words in time.'));
  }
}
