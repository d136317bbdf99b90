import type { VoiceKind } from '../../lib/contracts/interview.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { speakInTime } from '../../lib/server/speech/speak-in-time.ts';
import { voiceRateHz } from './phrases.ts';
import { isUnavailable, rest, restedFirst } from '../models/vendor-rest.ts';

/** A voice that gives no sound for this long is replaced by the next one. */
const firstSoundMs = 2_500;

export interface VoiceOptions {
  language: (sentence: string) => Language;
  voice?: VoiceKind;
  /** In the order in which they are asked; the last one should be on this machine. */
  synthesizers: readonly Synthesizer[];
  /** The samples of a sentence that was synthesized before. */
  known?: (text: string) => Promise<Int16Array> | undefined;
  /** Each sentence before it is synthesized, speculation included. */
  onSentence?: (sentence: string) => void;
  /** Each request to a voice, speculation included. */
  onAsked?: (name: string, characters: number) => void;
  onSpoken?: (name: string) => void;
  onFailed?: (name: string, cause: unknown) => void;
  firstSoundMs?: number;
}

/** Speaks a sentence with the first voice that gives a sound in time; silence where none does. Never throws. */
export async function* speakWithFallback(
  sentence: string,
  options: VoiceOptions,
  signal: AbortSignal,
): AsyncGenerator<Int16Array, void, undefined> {
  const {
    synthesizers,
    known,
    onSentence,
    onAsked,
    onSpoken,
    onFailed,
    firstSoundMs: limitMs = firstSoundMs,
  } = options;
  if (!/[\p{L}\p{N}]/u.test(sentence)) return;
  onSentence?.(sentence);
  const made = await known?.(sentence)?.catch(() => undefined);
  if (made !== undefined) {
    yield made;
    return;
  }
  const language = options.language(sentence);
  const asked = { language, voice: options.voice, sampleRateHz: voiceRateHz, attempts: 1, live: true };
  for (const voice of restedFirst(synthesizers)) {
    let begun = false;
    onAsked?.(voice.name, spoken(sentence, language).length);
    try {
      for await (const samples of speakInTime(voice, sentence, { ...asked, signal }, limitMs)) {
        if (!begun) onSpoken?.(voice.name);
        begun = true;
        yield samples;
      }
      return;
    } catch (cause) {
      if (signal.aborted) return;
      log.warn('voice_left_for_next', { provider: voice.name, begun }, cause);
      if (!isUnavailable(cause)) {
        rest(voice);
        onFailed?.(voice.name, cause);
      }
      // No other voice repeats a sentence that broke off in its middle.
      if (begun) return;
    }
  }
}
