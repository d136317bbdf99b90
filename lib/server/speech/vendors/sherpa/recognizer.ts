import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { OfflineModelFiles } from 'sherpa-onnx-node';
import { z } from 'zod';
import { AppError } from '../../../../contracts/errors.ts';
import { type Language, fallbackLanguage, languages } from '../../../../i18n/language.ts';
import { type Samples, pcmRateHz } from '../../../audio/pcm.ts';
import { ProcessPool, ProcessStalled, SideProcess } from '../../../platform/side-process.ts';
import { type PieceRequest, transcribePieces } from '../../stt-pieces.ts';
import type { Recognizer } from '../../interfaces.ts';

/** Kinds of single-file models, recognised by the published name: the folder's, or the one in model.json. */
const families = [
  [/omnilingual/i, 'omnilingual'],
  [/dolphin/i, 'dolphin'],
  [/sense-?voice/i, 'senseVoice'],
  [/zipformer.*ctc/i, 'zipformerCtc'],
  [/nemo|gigaam|conformer.*ctc/i, 'nemoCtc'],
] as const;

const description = z.object({ name: z.string().default('') });

/**
 * Finds the files of a sherpa-onnx model, preferring the smaller int8 ones.
 * @throws Error that says what is missing
 */
export async function modelFiles(folder: string): Promise<OfflineModelFiles> {
  const names = (await readdir(folder)).toSorted(
    (a, b) => Number(b.includes('int8')) - Number(a.includes('int8')),
  );
  const find = (pattern: RegExp) => {
    const name = names.find((candidate) => pattern.test(candidate));
    return name === undefined ? undefined : path.join(folder, name);
  };
  const tokens = find(/tokens\.txt$/);
  if (tokens === undefined) throw new Error(`${folder} has no tokens.txt.`);
  const [encoder, decoder, joiner, model] = [
    /encoder.*\.onnx$/,
    /decoder.*\.onnx$/,
    /joiner.*\.onnx$/,
    /\.onnx$/,
  ].map(find);
  if (encoder && decoder && joiner) return { tokens, transducer: { encoder, decoder, joiner } };
  if (encoder && decoder) return { tokens, whisper: { encoder, decoder, task: 'transcribe' } };
  if (model === undefined) throw new Error(`${folder} has no .onnx file.`);
  return { tokens, [await familyOf(folder, names)]: { model } };
}

async function familyOf(folder: string, files: string[]) {
  const names = [path.basename(folder)];
  if (files.includes('model.json')) names.unshift(await readPublishedName(folder));
  for (const name of names) for (const [pattern, family] of families) if (pattern.test(name)) return family;
  throw new Error(
    `What kind of model ${folder} holds is not known: keep the name under which it is published.`,
  );
}

/** @throws Error that names the file and the reason in one line */
async function readPublishedName(folder: string): Promise<string> {
  const file = path.join(/* turbopackIgnore: true */ folder, 'model.json');
  const text = await readFile(file, 'utf8');
  try {
    return description.parse(JSON.parse(text)).name;
  } catch (cause) {
    const [issue] = cause instanceof z.ZodError ? cause.issues : [];
    const reason = issue ? [...issue.path, issue.message].map(String).join(': ') : String(cause);
    // JSON.parse quotes the text, which may have several lines.
    throw new Error(`${file}: ${reason.replaceAll(/\s+/g, ' ')}`, { cause });
  }
}

/** A piece of sound to recognise: the question to the model's process. */
export const recognitionRequest = z.object({
  samples: z.custom<Samples>((value) => value instanceof Int16Array),
  language: z.enum(languages),
});
type RecognitionRequest = z.infer<typeof recognitionRequest>;
const recognitionAnswer = z.object({ text: z.string() });

const script = 'lib/server/speech/vendors/sherpa/recognizer-process.ts';
const checkLimitMs = 60_000;
/** Memory grows with the square of the length in most models. */
const longestS = 30;

export interface LocalRecognizer extends Recognizer {
  /**
   * Loads the model and recognises a second of sound.
   * @throws AppError speech_unavailable, speech_failed, speech_timeout
   */
  check(): Promise<void>;
  warm(language: Language): Promise<void>;
  /** Ends the model's process; the next use loads it again. */
  close(): void;
}

/** A sherpa-onnx model from a folder, in its own process. Loads at the first use and then stays. */
export function localRecognizer(folder: string): LocalRecognizer {
  const pool = new ProcessPool(() => new SideProcess(script, [folder]), { size: 1, idleMs: Infinity });
  let loading: Promise<void> | undefined;

  const load = () =>
    (loading ??= checkModel(folder, pool).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

  /** Endless work is ended with its process; the next caller gets a new one. */
  const recognize = async (
    request: RecognitionRequest,
    { signal, timeoutMs }: PieceRequest,
  ): Promise<string> => {
    await load();
    try {
      return recognitionAnswer.parse(await pool.ask(request, { stallMs: timeoutMs, signal })).text;
    } catch (cause) {
      signal.throwIfAborted();
      throw new AppError(cause instanceof ProcessStalled ? 'speech_timeout' : 'speech_failed', { cause });
    }
  };

  return {
    name: 'local',
    async check() {
      const request = { samples: new Int16Array(pcmRateHz), language: fallbackLanguage };
      await recognize(request, {
        language: fallbackLanguage,
        signal: AbortSignal.timeout(checkLimitMs),
        timeoutMs: checkLimitMs,
      });
    },
    warm: () => load().catch(() => undefined),
    close: () => pool.close(),
    transcribe: (samples, options) =>
      transcribePieces(samples, options, { longestS, concurrency: 1 }, (piece, request) =>
        recognize({ samples: piece, language: request.language }, request),
      ),
  };
}

/** @throws AppError speech_unavailable */
async function checkModel(folder: string, pool: ProcessPool): Promise<void> {
  await modelFiles(folder).catch((cause: unknown) => {
    throw new AppError('speech_unavailable', {
      detail: 'The folder holds no model that can be used.',
      cause,
    });
  });
  try {
    pool.release(await pool.acquire());
  } catch (cause) {
    throw new AppError('speech_unavailable', { detail: 'The speech model cannot be loaded.', cause });
  }
}
