import type { VoiceKind } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { speakInTime } from '../../lib/server/speech/speak-in-time.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { isUnavailable } from '../models/vendor-rest.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';
import type { OwnerVoice } from './owner-voice.ts';
import { type Phrases, lastVoiceMs } from './phrases.ts';

/** Timeout of a voice that gives no sound, at its beginning or later. */
const firstSoundMs = 2_500;

export interface CallVoiceOptions {
  /** In order of fallback; the last one should be on this machine. */
  synthesizers: readonly Synthesizer[];
  kind?: VoiceKind;
  languageOf: (sentence: string) => Language;
  /** Speaks the sentences that the owner has recorded. */
  ownerVoice?: OwnerVoice;
  /** The script's synthesized sentences, and the languages that they may be in. */
  phrases?: Phrases;
  scriptLanguages?: () => readonly Language[];
  /** Called with each sentence before its synthesis, speculation included. */
  onSentence?: (sentence: string) => void;
  /** Called at each request to a voice, speculation included. */
  onAsked?: (name: string, characters: number) => void;
  onSpoken?: (name: string) => void;
  onFailed?: (name: string, cause: unknown) => void;
  firstSoundMs?: number;
}

/** The agent's voice in one call. If a voice fails, the next one speaks until the call ends. */
export class CallVoice {
  readonly #options: CallVoiceOptions;
  #order: readonly Synthesizer[];
  /** Languages that a voice does not speak. */
  readonly #lacks = new Map<Synthesizer, Set<Language>>();

  constructor(options: CallVoiceOptions) {
    this.#options = options;
    this.#order = options.synthesizers;
  }

  languageOf(sentence: string): Language {
    return this.#options.languageOf(sentence);
  }

  /** True for a sentence that the owner has recorded, or that is already synthesized in the current voice. */
  isMade(text: string): boolean {
    if (this.#recorded(text) !== undefined) return true;
    const [voice] = this.#voicesFor(this.languageOf(text));
    return voice !== undefined && this.#made(voice, text) !== undefined;
  }

  /** Speaks a sentence with the first voice that sounds in time; silence if none does. Never throws. */
  async *speak(sentence: string, signal: AbortSignal): AsyncGenerator<Int16Array, void, undefined> {
    if (!/[\p{L}\p{N}]/u.test(sentence)) return;
    const { kind, onSentence, onAsked, onSpoken, onFailed } = this.#options;
    onSentence?.(sentence);
    const recorded = await this.#recorded(sentence)?.catch(() => undefined);
    if (recorded !== undefined) {
      yield recorded;
      return;
    }
    const language = this.languageOf(sentence);
    const asked = { language, voice: kind, sampleRateHz: voiceRateHz, attempts: 1, live: true, signal };
    for (const voice of this.#voicesFor(language)) {
      let begun = false;
      try {
        const made = await this.#made(voice, sentence);
        if (made !== undefined) {
          yield made;
          return;
        }
        onAsked?.(voice.name, spoken(sentence, language).length);
        for await (const samples of speakInTime(voice, sentence, asked, this.#limitMs(voice))) {
          if (!begun) onSpoken?.(voice.name);
          begun = true;
          yield samples;
        }
        return;
      } catch (cause) {
        if (signal.aborted) return;
        log.warn('voice_failed_over', { provider: voice.name, begun }, cause);
        if (isUnavailable(cause)) this.#lacksLanguage(voice, language);
        else {
          this.#order = [...this.#order.filter((each) => each !== voice), voice];
          onFailed?.(voice.name, cause);
        }
        // No other voice repeats a sentence that broke off midway.
        if (begun) return;
      }
    }
  }

  #voicesFor(language: Language): Synthesizer[] {
    return this.#order.filter((voice) => this.#lacks.get(voice)?.has(language) !== true);
  }

  #lacksLanguage(voice: Synthesizer, language: Language): void {
    const lacking = this.#lacks.get(voice) ?? new Set();
    this.#lacks.set(voice, lacking.add(language));
  }

  #recorded(text: string): Promise<Int16Array> | undefined {
    const { ownerVoice, scriptLanguages = () => [] } = this.#options;
    return scriptLanguages()
      .map((language) => ownerVoice?.recorded({ language, text }))
      .find((recorded) => recorded !== undefined);
  }

  #made(voice: Synthesizer, text: string): Promise<Int16Array> | undefined {
    const { phrases, kind, scriptLanguages = () => [] } = this.#options;
    return scriptLanguages()
      .map((language) => phrases?.made({ voice: voice.name, kind, language, text }))
      .find((made) => made !== undefined);
  }

  #limitMs(voice: Synthesizer): number {
    const limitMs = this.#options.firstSoundMs ?? firstSoundMs;
    return voice === this.#options.synthesizers.at(-1) ? Math.max(limitMs, lastVoiceMs) : limitMs;
  }
}
