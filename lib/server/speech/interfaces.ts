import type { Language } from '../../i18n/language.ts';
import type { VoiceKind } from '../../contracts/interview.ts';
import type { Samples } from '../audio/pcm.ts';

export interface RecognitionOptions {
  language: Language;
  /** Aborts the work at once; its reason is thrown. */
  signal?: AbortSignal;
  /** The limit for all tries together; 120 s by default. */
  timeoutMs?: number;
  /** The most tries at a vendor, 3 by default. A call allows one, because it asks the next vendor instead. */
  maxTries?: number;
  /** True in a conversation, whose language may change from one sentence to the next. */
  languageMayChange?: boolean;
}

/** A speech recogniser. Each vendor has one module, which alone knows its wire format. */
export interface Recognizer {
  /** The value of STT_PROVIDER that selects it. */
  readonly name: 'muxlisa' | 'openai' | 'upstream' | 'local';
  /** True if it knows a language. Absent if it knows all. */
  knows?(language: Language): boolean;
  /** Warms up for the first recording in this language. Never throws. */
  warm?(language: Language): Promise<void>;
  /**
   * Transcribes a mono recording at 16 kHz of any length; empty if nobody speaks.
   * @throws AppError speech_failed, speech_refused, speech_timeout or speech_unavailable
   */
  transcribe(samples: Samples, options: RecognitionOptions): Promise<{ text: string }>;
}

export interface SynthesisOptions {
  language: Language;
  /** The vendor's voice, if it has several; its default one if absent. */
  voice?: VoiceKind;
  /** The wanted sample rate in Hz; pcmRateHz by default. */
  sampleRateHz?: number;
  /** Aborts the work at once: the iteration throws the signal's reason. */
  signal?: AbortSignal;
  /** As in RecognitionOptions. */
  maxTries?: number;
  /** Yields the first sentence while the vendor still sends it. A stream that breaks off then cannot be retried. */
  live?: boolean;
}

/** A speech synthesizer. Each vendor has one module, which alone knows its wire format. */
export interface Synthesizer {
  /** The value of TTS_PROVIDER that selects it. */
  readonly name: string;
  /**
   * Speaks a text of any length, already in spoken form (tts.ts), as mono 16-bit samples on demand; none without words.
   * @throws AppError speech_unavailable (nothing to speak with), speech_failed, speech_refused or speech_timeout
   */
  synthesize(text: string, options: SynthesisOptions): AsyncGenerator<Int16Array, void, undefined>;
  /** Warms up for the first text in this language. Never throws. */
  warm(language: Language): Promise<void>;
}
