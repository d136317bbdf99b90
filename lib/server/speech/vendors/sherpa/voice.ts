import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { OfflineVoiceFiles } from 'sherpa-onnx-node';
import { AppError } from '../../../../contracts/errors.ts';
import type { Language } from '../../../../i18n/language.ts';
import { pcmRateHz } from '../../../audio/pcm.ts';
import { resample } from '../../../audio/resample.ts';
import { SideProcess } from '../../../platform/side-process.ts';
import type { Synthesizer } from '../../interfaces.ts';
import { espeakText } from '../espeak/index.ts';
import { processEngine } from '../espeak/wasm.ts';

/** A sherpa-onnx voice on the disk. */
export interface VoiceFolder {
  files: OfflineVoiceFiles;
  /** True if it reads letters, and only Cyrillic ones. */
  isCyrillic: boolean;
}

/**
 * Finds the files of a VITS voice as sherpa-onnx publishes it (Piper, MMS, Coqui).
 * @throws Error that says what is missing
 */
export async function voiceFolder(folder: string): Promise<VoiceFolder> {
  const names = await readdir(folder);
  const model = names.find((name) => name.endsWith('.onnx'));
  if (model === undefined) throw new Error(`${folder} has no .onnx file.`);
  if (!names.includes('tokens.txt')) throw new Error(`${folder} has no tokens.txt.`);
  const tokens = path.join(/* turbopackIgnore: true */ folder, 'tokens.txt');
  const optional = (name: string) => (existsSync(path.join(folder, name)) ? path.join(folder, name) : '');
  const letters = await readFile(tokens, 'utf8');
  return {
    files: {
      model: path.join(folder, model),
      tokens,
      lexicon: optional('lexicon.txt'),
      dataDir: optional('espeak-ng-data'),
    },
    isCyrillic: /^ў /mu.test(letters) && !/^a /mu.test(letters),
  };
}

const script = 'lib/server/speech/vendors/sherpa/voice-process.ts';

/** A sherpa-onnx voice of one language from a folder, in its own process; loads at the first text. */
export function sherpaSynthesizer(folder: string, language: Language): Synthesizer {
  const engine = processEngine(() => new SideProcess(script, [folder]));

  async function speak(text: string, signal: AbortSignal | undefined) {
    await voiceFolder(folder).catch((cause: unknown) => {
      throw new AppError('speech_unavailable', {
        detail: 'The folder holds no voice that can be used.',
        cause,
      });
    });
    const readable = language === 'uz' ? text.toWellFormed() : espeakText(text, language);
    if (!/[\p{L}\p{N}]/u.test(readable)) return undefined;
    return engine.speak({ text: readable, voice: language, language, signal });
  }

  return {
    name: 'local',

    async *synthesize(text, { sampleRateHz = pcmRateHz, signal }) {
      signal?.throwIfAborted();
      const speech = await speak(text, signal);
      if (speech !== undefined) yield* resample(speech.samples, speech.sampleRateHz, sampleRateHz);
    },

    warm: () => speak('a', undefined).then(noop, noop),
  };
}

function noop(): void {}
