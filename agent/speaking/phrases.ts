import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { log } from '../../lib/server/platform/log.ts';
import { modelFolder } from '../../lib/server/speech/models/folder.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { speakInTime } from '../../lib/server/speech/speak-in-time.ts';
import { synthesizers } from '../../lib/server/speech/tts.ts';
import { type Sentence, wordsOf } from '../conversation/plan-script.ts';
import { isUnavailable, rest, restedFirst } from '../models/vendor-rest.ts';

export const voiceRateHz = 24_000;
/** A voice without sound by then is replaced by the next one. The last one gets longer. */
const firstSoundMs = 3_000;
const lastVoiceMs = 15_000;

/** Quieter samples at both ends are cut: silence only costs time. */
const audibleAmplitude = 250;
const edgeMs = 10;

/** 150 kB each. */
const maxSentences = 600;

interface Made {
  samples: Int16Array;
  /** False for a voice that stands in for one that failed. */
  isChosenVoice: boolean;
}

/**
 * The script's sentences as sound, for one call. What the chosen voice speaks is cached for the process; what a stand-in speaks serves
 * this call alone.
 */
export class Phrases {
  readonly plan: InterviewPlan;
  readonly #voices: readonly Synthesizer[];
  readonly #made: Map<string, Promise<Int16Array>>;
  readonly #standIns = new Map<string, Promise<Int16Array>>();

  constructor(
    plan: InterviewPlan,
    voices: readonly Synthesizer[] = synthesizers(),
    made = new Map<string, Promise<Int16Array>>(),
  ) {
    this.plan = plan;
    this.#voices = voices;
    this.#made = made;
  }

  /** The script of a plan for another call. */
  of(plan: InterviewPlan): Phrases {
    return new Phrases(plan, this.#voices, this.#made);
  }

  /** Synthesizes sentences ahead of time, in all languages at once. One that fails is retried when it is needed. */
  async warm(languages: readonly Language[], sentences: readonly Sentence[]): Promise<void> {
    for (const sentence of sentences) {
      const made = await Promise.allSettled(languages.map((language) => this.#sentence(language, sentence)));
      const failed = made.find((result) => result.status === 'rejected');
      if (failed !== undefined) log.warn('agent_sentence_failed', { sentence }, failed.reason);
    }
  }

  /** The samples of a text that was synthesized before; undefined for any other. */
  known(language: Language, text: string): Promise<Int16Array> | undefined {
    const key = this.#key(language, text);
    return this.#standIns.get(key) ?? this.#made.get(key);
  }

  #sentence(asked: Language, sentence: Sentence): Promise<Int16Array> {
    const { text, language } = wordsOf(sentence, this.plan, asked);
    const known = this.known(language, text);
    if (known !== undefined) return known;
    const key = this.#key(language, text);
    const making = this.#synthesize(text, language);
    const samples = making.then((made) => made.samples);
    this.#made.set(key, samples);
    const forget = () => this.#made.get(key) === samples && this.#made.delete(key);
    making.then(({ isChosenVoice }) => {
      if (isChosenVoice) return;
      forget();
      this.#standIns.set(key, samples);
    }, forget);
    // The plans of months would add up.
    const [oldest] = this.#made.keys();
    if (this.#made.size > maxSentences && oldest !== undefined) this.#made.delete(oldest);
    return samples;
  }

  /** Asks one voice after the other: the greeting carries the notice of AI and recording, which must be heard. */
  async #synthesize(text: string, language: Language): Promise<Made> {
    const options = { language, voice: this.plan.voice, sampleRateHz: voiceRateHz };
    const unable = new Set<Synthesizer>();
    let failure: unknown;
    for (const voice of restedFirst(this.#voices)) {
      const limitMs = voice === this.#voices.at(-1) ? lastVoiceMs : firstSoundMs;
      try {
        const pieces = await Array.fromAsync(speakInTime(voice, text, options, limitMs));
        const isChosenVoice = voice === this.#voices.find((each) => !unable.has(each));
        return { samples: trimmed(joinSamples(pieces)), isChosenVoice };
      } catch (cause) {
        failure = cause;
        if (isUnavailable(cause)) unable.add(voice);
        else rest(voice);
        log.warn('voice_left_for_next', { provider: voice.name }, cause);
      }
    }
    throw failure;
  }

  #key(language: Language, text: string): string {
    const fetched = modelFolder('voice', language) ?? '';
    return `${language}:${this.plan.voice ?? ''}:${fetched}:${text}`;
  }
}

/** The samples without the silence around them. */
export function trimmed(samples: Int16Array): Int16Array {
  const audible = (sample: number) => Math.abs(sample) >= audibleAmplitude;
  const first = samples.findIndex(audible);
  if (first === -1) return samples;
  const edge = toSamples(edgeMs);
  return samples.slice(Math.max(0, first - edge), samples.findLastIndex(audible) + 1 + edge);
}

function toSamples(ms: number): number {
  return Math.round((ms * voiceRateHz) / 1000);
}
