import { AppError } from '../../contracts/errors.ts';
import { builtInVoiceName } from '../../demo-texts.ts';
import { durationS } from '../audio/pcm.ts';
import { type Language, fallbackLanguage } from '../../i18n/language.ts';
import { isSpent, limit, tryConsume } from '../http/limits.ts';
import { env } from '../platform/env.ts';
import type { Recognizer, Synthesizer } from './interfaces.ts';
import { modelFor } from './models/folder.ts';
import { recognizer, recognizers } from './stt.ts';
import { synthesizer, synthesizers } from './tts.ts';

let localVoice: Synthesizer | undefined;

/**
 * The demo's voice for a text; beyond the vendors' daily limit, this machine's voice.
 * @throws AppError speech_unavailable
 */
export async function demoVoice(text: string): Promise<Synthesizer> {
  const voice = synthesizer();
  if (voice.name === 'local' || (await tryConsume('demo_characters', 'all', text.length))) return voice;
  return (localVoice ??= synthesizers().findLast(({ name }) => name === 'local') ?? voice);
}

/** The name of the voice that speaks a visitor's own text now. @throws AppError speech_unavailable */
export async function demoVoiceName(): Promise<string> {
  const { TTS_MODEL, TTS_MODEL_DIR } = env();
  const { name } = synthesizer();
  if (name === 'local' || (await isSpent('demo_characters', 'all').catch(() => false)))
    return (TTS_MODEL_DIR ? undefined : modelFor('voice', fallbackLanguage)?.name) ?? builtInVoiceName;
  // An upstream server is asked for the voice muxlisa, too.
  return name === 'openai' ? (TTS_MODEL ?? 'OpenAI') : 'muxlisa';
}

/** This machine's recogniser, if it knows the language. */
function localRecognizerFor(language: Language): Recognizer | undefined {
  return recognizers().find(({ name, knows }) => name === 'local' && knows?.(language) !== false);
}

/** True if a visitor's Uzbek recording can be recognised now. */
export async function isRecognitionOpen(): Promise<boolean> {
  const vendor = recognizer();
  if (vendor === null) return false;
  if (localRecognizerFor(fallbackLanguage) !== undefined) return true;
  return vendor.name !== 'local' && !(await isSpent('demo_seconds', 'all').catch(() => false));
}

/** The demo's recogniser, null if none is set up. Beyond the vendors' daily limit this machine recognises, or the demo refuses. */
export function demoRecognizer(): Recognizer | null {
  const vendor = recognizer();
  if (vendor === null || vendor.name === 'local') return vendor;
  return {
    name: vendor.name,
    async transcribe(samples, options) {
      const soundS = Math.ceil(durationS(samples));
      const local = localRecognizerFor(options.language);
      if (local === undefined) await limit('demo_seconds', 'all', soundS).catch(throwDemoError);
      else if (!(await tryConsume('demo_seconds', 'all', soundS))) return local.transcribe(samples, options);
      return vendor.transcribe(samples, options);
    },
  };
}

function throwDemoError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
  const detail = 'The demos have used up what speech recognition may cost today; try again later.';
  throw new AppError('rate_limited', { detail, retryAfterS: error.retryAfterS });
}
