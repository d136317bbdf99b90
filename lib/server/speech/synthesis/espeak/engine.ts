import type { Language } from '../../../../language.ts';
import type { PcmStream } from '../../pcm/read-wav.ts';

export interface EspeakRequest {
  /** What espeakText gave. */
  text: string;
  /** One of eSpeak NG's voices. */
  voice: string;
  language: Language;
  signal: AbortSignal | undefined;
}

/** One of the two ways to run eSpeak NG. */
export interface EspeakEngine {
  speak(request: EspeakRequest): Promise<PcmStream>;
  warm(voice: string): Promise<void>;
}

/** eSpeak NG makes a clause in milliseconds: one that gives nothing for this long hangs, even on a machine that has much else to do. */
export const STALL_MS = 15_000;
