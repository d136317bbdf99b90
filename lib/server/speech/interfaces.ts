import type { Language } from '../../i18n/language.ts';
import type { VoiceKind } from '../../contracts/interview.ts';
import type { Samples } from '../audio/pcm.ts';

export interface RecognitionOptions {
  language: Language;
  /** Ends the work at once; its reason is thrown. */
  signal?: AbortSignal;
  /** For everything together, 120 s without it. */
  timeoutMs?: number;
  /** How often a vendor is asked at most, 3 without it; a call asks the next vendor instead. */
  attempts?: number;
  /** In a conversation: the language may be another one from one sentence to the next. */
  mayChange?: boolean;
}

/** A speech recogniser: one module a vendor, the only one that knows its wire format. */
export interface Recognizer {
  /** The value of STT_PROVIDER that chooses it. */
  readonly name: 'muxlisa' | 'openai' | 'upstream' | 'local';
  /** Whether it knows a language, where it may lack some. */
  knows?(language: Language): boolean;
  /**
   * Transcribes a recording of any length (one channel at 16 kHz); an empty text where nothing is said.
   * @throws AppError speech_failed, speech_refused, speech_timeout or speech_unavailable
   */
  transcribe(samples: Samples, options: RecognitionOptions): Promise<{ text: string }>;
}

export interface SynthesisOptions {
  language: Language;
  /** Which of its voices a vendor speaks with, where it has several; its usual one without it. */
  voice?: VoiceKind;
  /** Rate of the samples that are wanted, Hz; pcmRateHz without it. */
  sampleRateHz?: number;
  /** Ends the work at once, whatever it waits for: the iteration throws the signal's reason. */
  signal?: AbortSignal;
  /** As in RecognitionOptions. */
  attempts?: number;
  /** Gives the first sentence while the vendor still sends it: what breaks off then cannot be asked for again. */
  live?: boolean;
}

/** A voice: one module a vendor, which knows that vendor's wire format and nobody else does. */
export interface Synthesizer {
  /** The value of TTS_PROVIDER that chooses it. */
  readonly name: string;
  /**
   * Speaks a text of any length as mono 16-bit samples, piece by piece on demand. Numbers in it are words already (tts.ts).
   * A text without words gives no samples.
   * @throws AppError speech_unavailable (nothing to speak with), speech_failed, speech_refused or speech_timeout
   */
  synthesize(text: string, options: SynthesisOptions): AsyncGenerator<Int16Array, void, undefined>;
  /** Starts ahead of time what the first text in this language would wait for. Never throws. */
  warm(language: Language): Promise<void>;
}
