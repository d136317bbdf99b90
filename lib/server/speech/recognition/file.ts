import { readFile } from 'node:fs/promises';
import { AppError } from '../../../errors.ts';
import { maxRecordingS } from '../../../recording-limits.ts';
import { audioContainer } from '../../audio/container.ts';
import { decodeMono } from '../../audio/decode.ts';
import { durationS } from '../../audio/pcm.ts';
import { log } from '../../log.ts';
import type { RecognitionOptions, Recognizer } from './recognizer.ts';

/** A recorder that is stopped at the limit still writes what it had in hand. */
const slackS = 10;

/**
 * What is said in a file of at most 120 s (spec.md section 9) that somebody sent; empty for silence, which no vendor is asked about.
 * @throws AppError invalid_audio, too_large, speech_failed, speech_timeout
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
