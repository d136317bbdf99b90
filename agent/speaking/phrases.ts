import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { joinSamples, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { log } from '../../lib/server/platform/log.ts';
import { PromiseCache } from '../promise-cache.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { modelFor } from '../../lib/server/speech/models/folder.ts';
import { speakInTime } from '../../lib/server/speech/speak-in-time.ts';
import { synthesizers } from '../../lib/server/speech/tts.ts';
import { type Sentence, wordsOf } from '../../lib/server/plan/script.ts';
import type { OwnerVoice } from './owner-voice.ts';
import { isUnavailable } from '../models/vendor-rest.ts';

const firstSoundMs = 3_000;
/** The last voice runs on this machine, which may be busy. */
export const lastVoiceMs = 15_000;

/** Quieter samples at both ends are cut: silence only costs time. */
const audibleAmplitude = 250;
const edgeMs = 10;

/** A sentence takes about 150 kB. */
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
  /** Published plans accumulate over months. */
  readonly #made = new PromiseCache<Int16Array>(maxSentences);

  constructor(voices: readonly Synthesizer[] = synthesizers()) {
    this.#voices = voices;
  }

  /** Synthesizes sentences ahead of time. The first failure ends it: a call asks its voices itself. */
  async warm(
    plan: InterviewPlan,
    language: Language,
    sentences: readonly Sentence[],
    ownerVoice?: OwnerVoice,
  ): Promise<void> {
    for (const sentence of sentences)
      try {
        await this.#make(sentence, plan, language, ownerVoice);
      } catch (cause) {
        log.warn('agent_sentence_failed', { sentence }, cause);
        return;
      }
  }

  /** The samples of a text synthesized before; undefined for any other. */
  made(phrase: Phrase): Promise<Int16Array> | undefined {
    return this.#made.get(keyOf(phrase));
  }

  /** Synthesizes a text by the first voice that speaks the language, unless the owner has recorded the text. */
  async #make(
    sentence: Sentence,
    plan: InterviewPlan,
    asked: Language,
    ownerVoice: OwnerVoice | undefined,
  ): Promise<void> {
    const { text, language } = wordsOf(sentence, plan, asked);
    if (ownerVoice?.recorded({ text, language }) !== undefined) return;
    for (const voice of this.#voices) {
      const key = keyOf({ voice: voice.name, kind: plan.voice, language, text });
      try {
        await this.#made.getOrMake(key, () => this.#synthesize(voice, text, language, plan.voice));
        return;
      } catch (cause) {
        if (!isUnavailable(cause)) throw cause;
      }
    }
  }

  async #synthesize(
    voice: Synthesizer,
    text: string,
    language: Language,
    kind: Phrase['kind'],
  ): Promise<Int16Array> {
    const limitMs = voice === this.#voices.at(-1) ? lastVoiceMs : firstSoundMs;
    const options = { language, voice: kind, sampleRateHz: voiceRateHz };
    return trimmed(joinSamples(await Array.fromAsync(speakInTime(voice, text, options, limitMs))));
  }
}

function keyOf({ voice, kind, language, text }: Phrase): string {
  const model = modelFor('voice', language)?.folder ?? '';
  return [voice, kind, language, model, text].join(':');
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
