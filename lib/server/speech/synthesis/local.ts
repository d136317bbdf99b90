import type { Language } from '../../../language.ts';
import { pcmRateHz } from '../../audio/pcm.ts';
import { resample } from '../pcm/resample.ts';
import { wasmEngine } from './espeak/wasm.ts';
import type { EspeakEngine } from './espeak/engine.ts';
import { findProgram } from './espeak/find-program.ts';
import { programEngine } from './espeak/program.ts';
import { espeakText } from './espeak/text.ts';
import type { Synthesizer } from './synthesizer.ts';

const voices: Record<Language, string> = { uz: 'uz', ru: 'ru', en: 'en-us' };

function installedEngine(): EspeakEngine {
  const program = findProgram('espeak-ng');
  return program === undefined ? wasmEngine() : programEngine(program);
}

/** eSpeak NG on this machine: the program where it is installed, else its npm build in a process of its own. */
export function localSynthesizer(engine: EspeakEngine = installedEngine()): Synthesizer {
  return {
    name: 'local',

    async *synthesize(text, { language, sampleRateHz = pcmRateHz, signal }) {
      signal?.throwIfAborted();
      const spoken = espeakText(text, language);
      if (spoken === '') return;
      const speech = await engine.speak({ text: spoken, voice: voices[language], language, signal });
      yield* resample(speech.samples, speech.sampleRateHz, sampleRateHz);
    },

    warm: (language) => engine.warm(voices[language]),
  };
}
