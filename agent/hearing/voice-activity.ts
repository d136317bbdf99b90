import { createRequire } from 'node:module';
import type * as Inference from '@livekit/local-inference';
import type { VoiceChange } from '../conversation/events.ts';
import { timing } from '../conversation/timing.ts';

/** Loaded with require, because an import statement does not see the names of this CommonJS module. NOTICE.md has its licences. */
export const inference: typeof Inference = createRequire(import.meta.url)('@livekit/local-inference');

export const vadRateHz = 16_000;
export const windowMs = (inference.VAD_WINDOW_SAMPLES / vadRateHz) * 1000;

/** A window is voiced above the first probability, or within speech above the second. */
const openProbability = 0.5;
const stayProbability = 0.35;

/** The voice activity detector: turns the probability of a voice in each window into speech and silence. */
export class VoiceActivity {
  #fromMs: number | undefined;
  #voicedRunMs = 0;
  #voicedMs = 0;
  #silentMs = 0;

  /** Takes the probability of a voice in the window that ended at `atMs`. */
  push(probability: number, atMs: number): VoiceChange | undefined {
    const isSpeech = this.#fromMs !== undefined;
    const isVoiced = probability >= (isSpeech ? stayProbability : openProbability);
    this.#voicedRunMs = isVoiced ? this.#voicedRunMs + windowMs : 0;
    this.#silentMs = isVoiced ? 0 : this.#silentMs + windowMs;
    if (!isSpeech) return this.#openIfLongEnough(atMs);
    if (isVoiced) {
      this.#voicedMs += windowMs;
      if (this.#voicedMs >= timing.longestUtteranceMs) return this.close(atMs);
      return { type: 'voiced', voicedMs: this.#voicedMs };
    }
    if (this.#silentMs >= timing.voiceClosesMs) return this.close(atMs - this.#silentMs);
    return { type: 'silent', silentMs: this.#silentMs, voicedMs: this.#voicedMs };
  }

  /** Ends the speech, whose last sound was at `toMs`. Also called when the microphone is muted, lost or replaced. */
  close(toMs: number): VoiceChange | undefined {
    const fromMs = this.#fromMs;
    if (fromMs === undefined) return undefined;
    this.#fromMs = undefined;
    this.#voicedRunMs = 0;
    return { type: 'voice_ended', fromMs, toMs: Math.max(fromMs, toMs), voicedMs: this.#voicedMs };
  }

  #openIfLongEnough(atMs: number): VoiceChange | undefined {
    if (this.#voicedRunMs < timing.voiceOpensMs) return undefined;
    this.#voicedMs = this.#voicedRunMs;
    this.#fromMs = atMs - this.#voicedRunMs;
    return { type: 'voice_started', fromMs: this.#fromMs };
  }
}
