import { log } from '../../lib/server/platform/log.ts';
import type { Samples } from '../../lib/server/audio/pcm.ts';
import type { Language } from '../../lib/i18n/language.ts';
import type { Recognizer } from '../../lib/server/speech/interfaces.ts';
import { healthyFirst, isUnhealthy, markHealthy, markUnhealthy } from '../models/vendor-health.ts';
import { vadRateHz } from './voice-activity.ts';

/** After this, the next vendor gets the same recording. */
const vendorTimeoutMs = 2_500;
/** Timeout of a recogniser that has just failed or hung and has no healthy alternative. */
const unhealthyTimeoutMs = 800;

export interface RecognizerOptions {
  /** The language of the conversation at the moment. */
  language: () => Language;
  /** In order of fallback. */
  recognizers: readonly Recognizer[];
  /** Called at each request to a vendor, also at a speculative one. */
  onRequest?: (name: string, seconds: number) => void;
  onRecognized?: (name: string) => void;
  onFailed?: (name: string, cause: unknown) => void;
  timeoutMs?: number;
}

/** Asks one recogniser after the other for the same recording; undefined if all of them fail. Never throws. */
export async function recognizeWithFallback(
  samples: Samples,
  options: RecognizerOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { recognizers, language, timeoutMs = vendorTimeoutMs } = options;
  for (const recognizer of healthyFirst(recognizers)) {
    const wasUnhealthy = isUnhealthy(recognizer);
    const limitMs = wasUnhealthy ? Math.min(unhealthyTimeoutMs, timeoutMs) : timeoutMs;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    options.onRequest?.(recognizer.name, samples.length / vadRateHz);
    const spokenLanguage = language();
    try {
      const { text } = await recognizer.transcribe(samples, {
        language: spokenLanguage,
        signal: limit,
        timeoutMs: limitMs,
        maxTries: 1,
        languageMayChange: true,
      });
      markHealthy(recognizer);
      options.onRecognized?.(recognizer.name);
      return text.trim();
    } catch (cause) {
      if (signal.aborted) return '';
      // One that only lacks this language is healthy: it may know another.
      if (recognizer.knows?.(spokenLanguage) !== false) {
        // A failure in the shorter time proves nothing: after a while it gets the whole time again.
        if (!wasUnhealthy) markUnhealthy(recognizer);
        options.onFailed?.(recognizer.name, cause);
      }
      log.warn('recogniser_failed_over', { provider: recognizer.name }, cause);
    }
  }
  return undefined;
}
