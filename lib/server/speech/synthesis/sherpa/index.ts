import { AppError } from '../../../../errors.ts';
import { toSpoken } from '../../../../uzbek/index.ts';
import { pcmRateHz } from '../../../audio/pcm.ts';
import { SideProcess } from '../../../side-process.ts';
import { resample } from '../../pcm/resample.ts';
import { processEngine } from '../espeak/wasm.ts';
import type { Synthesizer } from '../synthesizer.ts';
import { voiceFolder } from './voice-folder.ts';

const script = 'lib/server/speech/synthesis/sherpa/process.ts';

/**
 * An Uzbek voice of sherpa-onnx in a folder, run on this machine in a process of its own; loaded at the first text. Other languages are
 * left to `others`, since a voice has one.
 */
export function sherpaSynthesizer(folder: string, others: Synthesizer): Synthesizer {
  const engine = processEngine(() => new SideProcess(script, [folder]));

  async function speak(text: string, signal: AbortSignal | undefined) {
    await voiceFolder(folder).catch((cause: unknown) => {
      throw new AppError('speech_unavailable', {
        detail: 'TTS_MODEL_DIR holds no voice that can be used.',
        cause,
      });
    });
    const spoken = toSpoken(text.toWellFormed());
    if (!/\p{L}/u.test(spoken)) return undefined;
    return engine.speak({ text: spoken, voice: 'uz', language: 'uz', signal });
  }

  return {
    name: 'local',

    async *synthesize(text, options) {
      const { language, sampleRateHz = pcmRateHz, signal } = options;
      signal?.throwIfAborted();
      if (language !== 'uz') {
        yield* others.synthesize(text, options);
        return;
      }
      const speech = await speak(text, signal);
      if (speech !== undefined) yield* resample(speech.samples, speech.sampleRateHz, sampleRateHz);
    },

    warm: (language) => (language === 'uz' ? speak('a', undefined).then(noop, noop) : others.warm(language)),
  };
}

function noop(): void {}
