import {
  APIConnectionError,
  AudioByteStream,
  USERDATA_TIMED_TRANSCRIPT,
  createTimedString,
  tts,
} from '@livekit/agents';
import type { AudioFrame } from '@livekit/rtc-node';
import type { VoiceKind } from '../../../lib/contracts/interview.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import { log } from '../../../lib/server/platform/log.ts';
import type { Synthesizer } from '../../../lib/server/speech/interfaces.ts';
import { spoken } from '../../../lib/spoken/index.ts';
import { wordShares } from '../../../lib/spoken/word-shares.ts';
import { speakInTime } from '../../../lib/server/speech/speak-in-time.ts';
import { SentenceCutter } from './sentence-cutter.ts';
import { voiceRateHz } from '../phrases.ts';
import { isUnavailable, rest, restedFirst } from '../vendor-rest.ts';

/** A voice without its first sound by then, or more of it, is left for the next one. */
const firstSoundMs = 2_500;
/** Shorter ones cost the process more, and the first one is waited for. */
const frameMs = 60;
/** A quick voice; how long a sentence takes that is still being made is reckoned with it. */
const quickMsPerLetter = 50;

export interface VoiceOptions {
  language: (sentence: string) => Language;
  voice?: VoiceKind;
  /** In the order in which they are asked; the last one should be on this machine. */
  synthesizers: readonly Synthesizer[];
  /** Samples of a sentence that is made already. */
  known?: (text: string) => Promise<Int16Array> | undefined;
  /** Each sentence before it is made, speculation included. */
  onSentence?: (sentence: string) => void;
  /** Each text that a voice is given, speculation included. */
  onAsked?: (name: string, characters: number) => void;
  onSpoken?: (name: string) => void;
  onFailed?: (name: string, cause: unknown) => void;
  firstSoundMs?: number;
}

/**
 * Any voice of the product as streaming TTS, sentence by sentence, one made ahead. tts.StreamAdapter would start all sentences of a reply
 * at once and hold a short one back; tts.FallbackAdapter reports failures that it has bridged, which closes the session.
 */
export class SentenceTts extends tts.TTS {
  override label = 'ovoz.SentenceTts';
  readonly options: VoiceOptions;

  constructor(options: VoiceOptions) {
    super(voiceRateHz, 1, { streaming: true, alignedTranscript: true });
    this.options = options;
    // A session listens only while it is open; an 'error' that nobody listens for would be thrown.
    this.on('error', ({ error }) => log.warn('synthesis_failed', {}, error));
  }

  override synthesize(): tts.ChunkedStream {
    throw new APIConnectionError({ message: 'speaks streams only' });
  }

  override stream(): tts.SynthesizeStream {
    return new SentenceStream(this);
  }
}

class SentenceStream extends tts.SynthesizeStream {
  override label = 'ovoz.SentenceStream';
  readonly #options: VoiceOptions;
  #spokenS = 0;

  constructor(parent: SentenceTts) {
    super(parent, { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 10_000 });
    this.#options = parent.options;
  }

  protected override async run(): Promise<void> {
    const cutter = new SentenceCutter();
    let saying = Promise.resolve();
    let ahead = 0;
    const say = (sentence: string) => {
      const making = ahead++ < 2 ? this.#make(sentence) : undefined;
      saying = saying.then(async () => {
        await this.#say(sentence, making ?? this.#make(sentence));
        ahead--;
      });
      // Awaited below; until then its failure must not count as unhandled.
      saying.catch(() => undefined);
    };
    for await (const token of this.input) {
      if (this.abortSignal.aborted) return;
      if (typeof token === 'string') {
        this.markStarted();
        // A line of the script comes whole, and is known whole.
        if (cutter.isEmpty && this.#options.known?.(token.trim()) !== undefined) say(token.trim());
        else cutter.push(token).forEach(say);
      } else cutter.rest().forEach(say);
    }
    cutter.rest().forEach(say);
    await saying;
    if (!this.queue.closed) this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }

  #make(sentence: string): Making {
    return new Making(speakWithFallback(sentence, this.#options, this.abortSignal));
  }

  async #say(sentence: string, making: Making): Promise<void> {
    let timed = this.#timed(sentence, making.durationS);
    for await (const frame of making) {
      if (this.queue.closed) return;
      if (timed.length > 0) frame.userdata[USERDATA_TIMED_TRANSCRIPT] = timed;
      timed = [];
      this.#spokenS += frame.samplesPerChannel / frame.sampleRate;
      this.queue.put({ requestId: '', segmentId: '', frame, final: false });
    }
  }

  /** The written words, each at the time at which it is said; by `durationS` where it is known. */
  #timed(sentence: string, durationS: number | undefined): ReturnType<typeof createTimedString>[] {
    const language = this.#options.language(sentence);
    const takesS = durationS ?? (spoken(sentence, language).length * quickMsPerLetter) / 1000;
    return wordShares(`${sentence} `, language).map(({ text, share }) =>
      createTimedString({ text, startTime: this.#spokenS + share * takesS }),
    );
  }
}

/** A sentence that is made whether or not anybody takes it yet. */
class Making {
  readonly #frames: AudioFrame[] = [];
  #samples = 0;
  #wake = Promise.withResolvers<void>();
  #done = false;

  constructor(samples: AsyncIterable<Int16Array>) {
    void this.#fill(samples);
  }

  /** Undefined while it is being made. */
  get durationS(): number | undefined {
    return this.#done ? this.#samples / voiceRateHz : undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AudioFrame, void, undefined> {
    while (true) {
      for (let frame = this.#frames.shift(); frame !== undefined; frame = this.#frames.shift()) yield frame;
      if (this.#done) return;
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }

  async #fill(samples: AsyncIterable<Int16Array>): Promise<void> {
    const cut = new AudioByteStream(voiceRateHz, 1, (voiceRateHz * frameMs) / 1000);
    for await (const piece of samples) {
      this.#samples += piece.length;
      this.#frames.push(...cut.write(new Int16Array(piece).buffer));
      this.#wake.resolve();
    }
    this.#frames.push(...cut.flush());
    this.#done = true;
    this.#wake.resolve();
  }
}

/** Speaks a sentence with the first voice that gives a sound in time; silence where none does. Never throws. */
export async function* speakWithFallback(
  sentence: string,
  options: VoiceOptions,
  signal: AbortSignal,
): AsyncGenerator<Int16Array, void, undefined> {
  const {
    synthesizers,
    known,
    onSentence,
    onAsked,
    onSpoken,
    onFailed,
    firstSoundMs: limitMs = firstSoundMs,
  } = options;
  if (!/[\p{L}\p{N}]/u.test(sentence)) return;
  onSentence?.(sentence);
  const made = await known?.(sentence)?.catch(() => undefined);
  if (made !== undefined) {
    yield made;
    return;
  }
  const language = options.language(sentence);
  const asked = { language, voice: options.voice, sampleRateHz: voiceRateHz, attempts: 1, live: true };
  for (const voice of restedFirst(synthesizers)) {
    let begun = false;
    onAsked?.(voice.name, spoken(sentence, language).length);
    try {
      for await (const samples of speakInTime(voice, sentence, { ...asked, signal }, limitMs)) {
        if (!begun) onSpoken?.(voice.name);
        begun = true;
        yield samples;
      }
      return;
    } catch (cause) {
      if (signal.aborted) return;
      log.warn('voice_left_for_next', { provider: voice.name, begun }, cause);
      if (!isUnavailable(cause)) {
        rest(voice);
        onFailed?.(voice.name, cause);
      }
      // A sentence that broke off in its middle is not begun again in another voice.
      if (begun) return;
    }
  }
}
