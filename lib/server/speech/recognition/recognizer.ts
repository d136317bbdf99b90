import type { Language } from '../../../language.ts';
import type { Samples } from '../../audio/pcm.ts';

export interface RecognitionOptions {
  language: Language;
  /** Ends the work at once; its reason is thrown. */
  signal?: AbortSignal;
  /** For everything together, 120 s without it (spec.md section 9). */
  timeoutMs?: number;
}

/** Who understands speech: one module a vendor, which knows that vendor's wire format and nobody else does. */
export interface Recognizer {
  /** The value of STT_PROVIDER that chooses it. */
  readonly name: 'muxlisa' | 'openai' | 'upstream' | 'local';
  /**
   * What is said in a recording of any length (one channel at 16 kHz); an empty text where nothing is said.
   * @throws AppError speech_failed, speech_timeout or speech_unavailable
   */
  transcribe(samples: Samples, options: RecognitionOptions): Promise<{ text: string }>;
}
