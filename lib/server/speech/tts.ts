import { AppError } from '../../contracts/errors.ts';
import type { Language } from '../../i18n/language.ts';
import { spoken } from '../../spoken/index.ts';
import { pcmRateHz } from '../audio/pcm.ts';
import { resample } from '../audio/resample.ts';
import { type Env, env } from '../platform/env.ts';
import { type Provider, inFallbackOrder } from './fallback-order.ts';
import type { Synthesizer } from './interfaces.ts';
import { modelFor } from './models/folder.ts';
import { findProgram } from '../platform/find-program.mjs';
import { type VoiceEngine, espeakText, programEngine } from './vendors/espeak/index.ts';
import { wasmEngine } from './vendors/espeak/wasm.ts';
import { muxlisaSynthesizer } from './vendors/muxlisa.ts';
import { openAiSynthesizer } from './vendors/openai.ts';
import { sherpaSynthesizer } from './vendors/sherpa/voice.ts';
import { upstreamSynthesizer } from './vendors/upstream.ts';

const voices: Record<Language, string> = { uz: 'uz', ru: 'ru', en: 'en-us' };

function installedEngine(): VoiceEngine {
  const program = findProgram(['espeak-ng']);
  return program === undefined ? wasmEngine() : programEngine(program);
}

/** Speaks the spoken form of a text, because voices read many numbers wrong. */
function withSpokenForm(voice: Synthesizer): Synthesizer {
  return {
    ...voice,
    synthesize: (text, options) => voice.synthesize(spoken(text, options.language), options),
  };
}

/** eSpeak NG on this machine: the installed program, else its npm build in a process of its own. */
export function localSynthesizer(engine: VoiceEngine = installedEngine()): Synthesizer {
  return withSpokenForm(espeakVoice(engine));
}

function espeakVoice(engine: VoiceEngine): Synthesizer {
  return {
    name: 'local',

    async *synthesize(text, { language, sampleRateHz = pcmRateHz, signal }) {
      signal?.throwIfAborted();
      const readable = espeakText(text, language);
      if (readable === '') return;
      const speech = await engine.speak({ text: readable, voice: voices[language], language, signal });
      yield* resample(speech.samples, speech.sampleRateHz, sampleRateHz);
    },

    warm: (language) => engine.warm(voices[language]),
  };
}

/** The voices of this machine: the Uzbek folder, the language's installed model, then eSpeak NG. */
function localVoices(uzbekFolder: string | undefined): Synthesizer {
  const espeak = espeakVoice(installedEngine());
  const voiceByKey = new Map<string, Synthesizer>();
  const voiceOf = (language: Language): Synthesizer => {
    const model = modelFor('voice', language);
    const folder = (language === 'uz' ? uzbekFolder : undefined) ?? model?.folder;
    if (folder === undefined) return espeak;
    const key = `${language}:${folder} ${model?.installedAt}`;
    const voice = voiceByKey.get(key) ?? sherpaSynthesizer(folder, language);
    voiceByKey.set(key, voice);
    return voice;
  };
  return {
    name: 'local',
    synthesize: (text, options) => voiceOf(options.language).synthesize(text, options),
    warm: (language) => voiceOf(language).warm(language),
  };
}

type TtsProvider = NonNullable<Env['TTS_PROVIDER']>;

/**
 * All providers, in order of preference if TTS_PROVIDER is not set. One that is not set up gives null.
 * OpenAI also needs TTS_MODEL unless TTS_PROVIDER names it.
 */
const providers: Provider<TtsProvider, Synthesizer>[] = [
  [
    'muxlisa',
    ({ MUXLISA_URL, MUXLISA_API_KEY }) =>
      MUXLISA_API_KEY ? muxlisaSynthesizer(MUXLISA_URL, MUXLISA_API_KEY) : null,
  ],
  [
    'upstream',
    ({ SPEECH_UPSTREAM_URL }) => (SPEECH_UPSTREAM_URL ? upstreamSynthesizer(SPEECH_UPSTREAM_URL) : null),
  ],
  [
    'openai',
    ({ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, TTS_MODEL: model, TTS_PROVIDER }) =>
      (TTS_PROVIDER === 'openai' || model) && (baseUrl ?? apiKey)
        ? openAiSynthesizer({ baseUrl, apiKey, model })
        : null,
  ],
  ['local', ({ TTS_MODEL_DIR: folder }) => localVoices(folder)],
];

/**
 * All synthesizers in order of fallback, the chosen one first.
 * @throws AppError speech_unavailable if TTS_PROVIDER names one that is not set up
 */
export function synthesizers(settings: Env = env()): [Synthesizer, ...Synthesizer[]] {
  const { TTS_PROVIDER } = settings;
  const [first, ...others] = inFallbackOrder(providers, settings, TTS_PROVIDER).map(withSpokenForm);
  if (first === undefined)
    throw new AppError('speech_unavailable', { detail: `TTS_PROVIDER ${TTS_PROVIDER} is not set up.` });
  return [first, ...others];
}

/** The first of `synthesizers`. */
export function chooseSynthesizer(settings: Env): Synthesizer {
  return synthesizers(settings)[0];
}

let chosenVoice: Synthesizer | undefined;

/** This server's synthesizer. @throws AppError speech_unavailable */
export function synthesizer(): Synthesizer {
  return (chosenVoice ??= chooseSynthesizer(env()));
}
