import { AppError } from '../../lib/contracts/errors.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { joinSamples, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { type Sentence, wordsOf } from '../../lib/server/plan/script.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { modelFor, modelKey } from '../../lib/server/speech/models/folder.ts';
import { speakInTime } from '../../lib/server/speech/speak-in-time.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { PromiseCache } from '../promise-cache.ts';
import type { OwnerVoice } from './owner-voice.ts';

/** Timeout of a voice that gives no sound, at its beginning or later. */
const defaultSoundTimeoutMs = 2_500;
/** The same for a voice that synthesizes ahead of time, when nobody waits. */
const aheadSoundTimeoutMs = 3_000;
/** The last voice runs on this machine, which may be busy. */
const lastVoiceTimeoutMs = 15_000;

export interface CallVoiceOptions {
  /** In order of fallback; the last one should be on this machine. */
  synthesizers: readonly Synthesizer[];
  kind?: InterviewPlan['voice'];
  languageOf: (sentence: string) => Language;
  /** Speaks the sentences that the owner has recorded. */
  ownerVoice?: OwnerVoice;
  /** The script's synthesized sentences, and the languages that they may be in. */
  phrases?: Phrases;
  scriptLanguages?: () => readonly Language[];
  /** Called with each sentence before its synthesis, speculation included. */
  onSentence?: (sentence: string) => void;
  /** Called at each request to a voice, speculation included. */
  onRequest?: (name: string, characters: number) => void;
  onSpoken?: (name: string) => void;
  onFailed?: (name: string, cause: unknown) => void;
  soundTimeoutMs?: number;
}

/** The agent's voice in one call. If a voice fails, the next one speaks until the call ends. */
export class CallVoice {
  readonly #options: CallVoiceOptions;
  #voices: readonly Synthesizer[];
  /** Languages that a voice does not speak. */
  readonly #missingLanguages = new Map<Synthesizer, Set<Language>>();

  constructor(options: CallVoiceOptions) {
    this.#options = options;
    this.#voices = options.synthesizers;
  }

  languageOf(sentence: string): Language {
    return this.#options.languageOf(sentence);
  }

  /** True for a sentence that the owner has recorded, or that is already synthesized in the current voice. */
  isMade(text: string): boolean {
    if (this.#recordedSound(text) !== undefined) return true;
    const [voice] = this.#voicesFor(this.languageOf(text));
    return voice !== undefined && this.#synthesized(voice, text) !== undefined;
  }

  /** Yields a sentence in the first voice that sounds in time; nothing if none does. Never throws. */
  async *speak(sentence: string, signal: AbortSignal): AsyncGenerator<Int16Array, void, undefined> {
    if (!/[\p{L}\p{N}]/u.test(sentence)) return;
    const { kind, onSentence, onRequest, onSpoken, onFailed } = this.#options;
    onSentence?.(sentence);
    const recording = await this.#recordedSound(sentence)?.catch(() => undefined);
    if (recording !== undefined) {
      yield recording;
      return;
    }
    const language = this.languageOf(sentence);
    const request = { language, voice: kind, sampleRateHz: voiceRateHz, maxTries: 1, live: true, signal };
    for (const voice of this.#voicesFor(language)) {
      let hasSounded = false;
      try {
        const sound = await this.#synthesized(voice, sentence);
        if (sound !== undefined) {
          yield sound;
          return;
        }
        onRequest?.(voice.name, spoken(sentence, language).length);
        for await (const samples of speakInTime(voice, sentence, request, this.#timeoutMs(voice))) {
          if (!hasSounded) onSpoken?.(voice.name);
          hasSounded = true;
          yield samples;
        }
        return;
      } catch (cause) {
        if (signal.aborted) return;
        log.warn('voice_failed_over', { provider: voice.name, begun: hasSounded }, cause);
        if (isUnavailable(cause)) this.#markMissing(voice, language);
        else {
          this.#voices = [...this.#voices.filter((each) => each !== voice), voice];
          onFailed?.(voice.name, cause);
        }
        // No other voice repeats a sentence that broke off midway.
        if (hasSounded) return;
      }
    }
  }

  #voicesFor(language: Language): Synthesizer[] {
    return this.#voices.filter((voice) => this.#missingLanguages.get(voice)?.has(language) !== true);
  }

  #markMissing(voice: Synthesizer, language: Language): void {
    const languages = this.#missingLanguages.get(voice) ?? new Set();
    this.#missingLanguages.set(voice, languages.add(language));
  }

  #recordedSound(text: string): Promise<Int16Array> | undefined {
    const { ownerVoice, scriptLanguages = () => [] } = this.#options;
    return scriptLanguages()
      .map((language) => ownerVoice?.recorded({ language, text }))
      .find((recording) => recording !== undefined);
  }

  #synthesized(voice: Synthesizer, text: string): Promise<Int16Array> | undefined {
    const { phrases, kind, scriptLanguages = () => [] } = this.#options;
    return scriptLanguages()
      .map((language) => phrases?.cached({ voice: voice.name, kind, language, text }))
      .find((sound) => sound !== undefined);
  }

  #timeoutMs(voice: Synthesizer): number {
    const { synthesizers, soundTimeoutMs = defaultSoundTimeoutMs } = this.#options;
    return voice === synthesizers.at(-1) ? Math.max(soundTimeoutMs, lastVoiceTimeoutMs) : soundTimeoutMs;
  }
}

/** Quieter samples at both ends of a sentence are cut, because silence only costs time. */
const audibleAmplitude = 250;
const edgeMs = 10;

/** A sentence in memory takes about 150 kB. */
const maxSentences = 600;

/** A text as one voice speaks it. */
export interface Phrase {
  voice: string;
  kind: InterviewPlan['voice'];
  language: Language;
  text: string;
}

/** Sentences of the script in sound, for all calls of the process. Each voice has its own. */
export class Phrases {
  readonly #voices: readonly Synthesizer[];
  /** Limited in size, because published plans accumulate over months. */
  readonly #sounds = new PromiseCache<Int16Array>(maxSentences);

  constructor(voices: readonly Synthesizer[]) {
    this.#voices = voices;
  }

  /** Synthesizes sentences ahead of time and stops at the first failure. A call synthesizes what is missing. */
  async warm(
    plan: InterviewPlan,
    language: Language,
    sentences: readonly Sentence[],
    ownerVoice?: OwnerVoice,
  ): Promise<void> {
    for (const sentence of sentences)
      try {
        await this.#synthesizeOnce(sentence, plan, language, ownerVoice);
      } catch (cause) {
        log.warn('agent_sentence_failed', { sentence }, cause);
        return;
      }
  }

  /** The samples of a text of `warm`, perhaps still being synthesized; undefined for any other text. */
  cached(phrase: Phrase): Promise<Int16Array> | undefined {
    return this.#sounds.get(keyOf(phrase));
  }

  /** Synthesizes a text by the first voice that speaks the language, unless the owner has recorded the text. */
  async #synthesizeOnce(
    sentence: Sentence,
    plan: InterviewPlan,
    conversationLanguage: Language,
    ownerVoice: OwnerVoice | undefined,
  ): Promise<void> {
    const { text, language } = wordsOf(sentence, plan, conversationLanguage);
    if (ownerVoice?.recorded({ text, language }) !== undefined) return;
    for (const voice of this.#voices) {
      const phrase = { voice: voice.name, kind: plan.voice, language, text };
      try {
        await this.#sounds.getOrMake(keyOf(phrase), () => this.#synthesize(voice, phrase));
        return;
      } catch (cause) {
        if (!isUnavailable(cause)) throw cause;
      }
    }
  }

  async #synthesize(voice: Synthesizer, { text, language, kind }: Phrase): Promise<Int16Array> {
    const timeoutMs = voice === this.#voices.at(-1) ? lastVoiceTimeoutMs : aheadSoundTimeoutMs;
    const options = { language, voice: kind, sampleRateHz: voiceRateHz };
    return trimmed(joinSamples(await Array.fromAsync(speakInTime(voice, text, options, timeoutMs))));
  }
}

function keyOf({ voice, kind, language, text }: Phrase): string {
  const model = modelFor('voice', language);
  return [voice, kind, language, model === undefined ? '' : modelKey(model), text].join(':');
}

/** The samples without the silence around them. */
export function trimmed(samples: Int16Array): Int16Array {
  const isAudible = (sample: number) => Math.abs(sample) >= audibleAmplitude;
  const firstAudible = samples.findIndex(isAudible);
  if (firstAudible === -1) return samples;
  const edgeSamples = (edgeMs * voiceRateHz) / 1000;
  const lastAudible = samples.findLastIndex(isAudible);
  return samples.slice(Math.max(0, firstAudible - edgeSamples), lastAudible + 1 + edgeSamples);
}

/** True for the error of a voice that cannot speak here: its program or model is missing or broken, or lacks the language. */
function isUnavailable(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'speech_unavailable';
}
