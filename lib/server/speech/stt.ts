import { readFile } from 'node:fs/promises';
import { AppError } from '../../contracts/errors.ts';
import type { Language } from '../../i18n/language.ts';
import { maxRecordingS } from '../../contracts/limits.ts';
import { audioContainer } from '../audio/container.ts';
import { decodeMono } from '../audio/decode.ts';
import { durationS } from '../audio/pcm.ts';
import { type Env, env } from '../platform/env.ts';
import { log } from '../platform/log.ts';
import { type Provider, inFallbackOrder } from './fallback-order.ts';
import type { RecognitionOptions, Recognizer } from './interfaces.ts';
import { type InstalledModel, installedModels, modelFor, modelKey } from './models/folder.ts';
import { muxlisaRecognizer } from './vendors/muxlisa.ts';
import { openAiRecognizer } from './vendors/openai.ts';
import { type LocalRecognizer, localRecognizer } from './vendors/sherpa/recognizer.ts';
import { upstreamRecognizer } from './vendors/upstream.ts';

/** A recorder stopped at the limit still writes its buffer. */
const slackS = 10;

/**
 * Transcribes an uploaded file of at most 120 s. Silence gives an empty text without a request.
 * @throws AppError invalid_audio, too_large, decoder_busy, speech_failed, speech_refused, speech_timeout, speech_unavailable
 */
export async function transcribeFile(
  recognizer: Recognizer,
  file: { path: string; head: Uint8Array },
  options: RecognitionOptions,
): Promise<string> {
  if (audioContainer(file.head) === null) throw new AppError('invalid_audio');
  const { signal } = options;
  const limits = { maxDurationS: maxRecordingS + slackS, ...(signal && { signal }) };
  const samples = await decodeMono(await readFile(file.path), limits);
  const beganMs = performance.now();
  const { text } = await recognizer.transcribe(samples, options);
  const tookMs = Math.round(performance.now() - beganMs);
  log.info('speech_recognised', { provider: recognizer.name, soundS: durationS(samples), tookMs });
  return text;
}

type SttProvider = NonNullable<Env['STT_PROVIDER']>;

/** All providers, in order of preference if STT_PROVIDER is not set. One that is not set up gives null. */
const providers: Provider<SttProvider, Recognizer>[] = [
  [
    'muxlisa',
    ({ MUXLISA_URL, MUXLISA_API_KEY }) =>
      MUXLISA_API_KEY ? muxlisaRecognizer(MUXLISA_URL, MUXLISA_API_KEY) : null,
  ],
  [
    'upstream',
    ({ SPEECH_UPSTREAM_URL }) => (SPEECH_UPSTREAM_URL ? upstreamRecognizer(SPEECH_UPSTREAM_URL) : null),
  ],
  ['local', ({ STT_MODEL_DIR }) => (STT_MODEL_DIR ? recognizerIn(STT_MODEL_DIR) : installedRecognizer())],
  ['openai', openAi],
];

/** OPENAI_BASE_URL may serve only a language model; with STT_MODEL it also recognises speech. */
function openAi({ OPENAI_BASE_URL, OPENAI_API_KEY, STT_MODEL, STT_PROVIDER }: Env): Recognizer | null {
  const isForSpeech = STT_PROVIDER === 'openai' || STT_MODEL !== undefined || OPENAI_BASE_URL === undefined;
  if (!isForSpeech || (OPENAI_API_KEY === undefined && OPENAI_BASE_URL === undefined)) return null;
  return openAiRecognizer({ baseUrl: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY, model: STT_MODEL });
}

/** One process per model, shared by all callers. */
const recognizerByKey = new Map<string, LocalRecognizer>();

function recognizerIn(folder: string, key = folder): LocalRecognizer {
  const recognizer = recognizerByKey.get(key) ?? localRecognizer(folder);
  recognizerByKey.set(key, recognizer);
  return recognizer;
}

function recognizerOf(model: InstalledModel): LocalRecognizer {
  return recognizerIn(model.folder, modelKey(model));
}

/** A recogniser of the installed models, each for its languages; null without any. */
function installedRecognizer(): Recognizer | null {
  const keys = installedModels().flatMap((model) => (model.kind === 'recognition' ? [modelKey(model)] : []));
  // A removed model that is in use ends its process only here, the next time.
  for (const [key, recognizer] of recognizerByKey) if (!keys.includes(key)) recognizer.close();
  if (keys.length === 0) return null;
  return {
    name: 'local',
    knows: (language) => modelFor('recognition', language) !== undefined,
    async warm(language) {
      const model = modelFor('recognition', language);
      if (model !== undefined) await recognizerOf(model).warm(language);
    },
    async transcribe(samples, options) {
      const model = modelFor('recognition', options.language);
      if (model === undefined)
        throw new AppError('speech_unavailable', { detail: `No model here knows ${options.language}.` });
      return recognizerOf(model).transcribe(samples, options);
    },
  };
}

/** All recognisers in order of fallback, the chosen one first. */
export function recognizers(settings: Env = env()): Recognizer[] {
  return inFallbackOrder(providers, settings, settings.STT_PROVIDER);
}

/** The recogniser of these settings; null if none is set up. */
export function chooseRecognizer(settings: Env): Recognizer | null {
  return recognizers(settings)[0] ?? null;
}

let cachedChoice: { recognizer: Recognizer | null; models: string } | undefined;

/** This server's recogniser; null if none is set up. Notices installed and removed models. */
export function recognizer(): Recognizer | null {
  const models = installedModels().map(modelKey).join('\n');
  if (cachedChoice?.models !== models) cachedChoice = { recognizer: chooseRecognizer(env()), models };
  return cachedChoice.recognizer;
}

/** The first recogniser in order of fallback that knows the language; null without one. */
export function recognizerFor(language: Language): Recognizer | null {
  return recognizers().find(({ knows }) => knows?.(language) !== false) ?? null;
}
