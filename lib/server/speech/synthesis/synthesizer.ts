import type { Language } from '../../../language.ts';

export interface SynthesisOptions {
  language: Language;
  /** Rate of the samples that are wanted, Hz; pcmRateHz without it. */
  sampleRateHz?: number;
  /** Ends the work at once, whatever it waits for: the iteration throws the signal's reason. */
  signal?: AbortSignal;
}

/** A voice: one module a vendor, which knows that vendor's wire format and nobody else does. */
export interface Synthesizer {
  /** The value of TTS_PROVIDER that chooses it. */
  readonly name: string;
  /**
   * Speaks a text of any length as mono 16-bit samples, in pieces that come while the rest is being made.
   * Nothing is started before the first piece is asked for, and no more is made than is taken. A text with
   * nothing to say gives no samples.
   * @throws AppError speech_unavailable (nothing to speak with), speech_failed or speech_timeout
   */
  synthesize(text: string, options: SynthesisOptions): AsyncGenerator<Int16Array, void, undefined>;
  /** Starts ahead of time what the first text in this language would wait for. Never throws. */
  warm(language: Language): Promise<void>;
}
