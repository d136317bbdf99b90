import type { MeasuredVoice } from '../chart/events';
import type { Levels } from '../chart/ports';

/** Noise floor: above it the microphone works. */
const soundLevel = 0.08;
/** Above it a sound is as loud as a voice. */
export const voiceLevel = 0.3;
const minSpeechMs = 400;
/** After this much silence, while the agent listens, the microphone may be broken. */
const silentAfterMs = 10_000;
/** A breath inside an answer is not its end. */
const breathMs = 150;
const longestWaitMs = 20_000;
/** A shorter wait means that the agent began before the visitor ended. */
const shortestWaitMs = 200;
/** The time between two values of `voice` and `agentVoice`. */
export const loudnessEveryMs = 100;
/** Browsers run the timers of a background tab once a second. */
const longestStepMs = 1000;

interface MeasuredMoment extends Levels {
  atMs: number;
  /** The agent waits for the visitor to speak, and the microphone is on. */
  expectsSpeech: boolean;
}

/** Measures both voices: whether the visitor is heard, how fast the answers come, how loud both are over time. */
export class VoiceMeter {
  /** The wait before each of the agent's answers. */
  readonly answerWaitsMs: number[] = [];
  /** The visitor's loudness, ten times a second. */
  readonly voice: number[] = [];
  /** The agent's loudness at the same times. */
  readonly agentVoice: number[] = [];
  #lastMomentMs: number | undefined;
  #loudest: number | undefined;
  #voiceMs = 0;
  #silentMs = 0;
  #lastAgentSoundMs = -Infinity;
  #lastVisitorVoiceMs: number | undefined;
  #nextSampleMs: number | undefined;

  /** A sound that is as loud as a voice counts as some voice, also while the agent speaks. */
  get measured(): MeasuredVoice {
    if (this.#loudest === undefined) return 'unknown';
    if (this.#voiceMs >= minSpeechMs) return 'speech';
    return this.#loudest > voiceLevel ? 'some' : 'none';
  }

  /** The microphone is silent although the agent listens. */
  get isSilent(): boolean {
    return this.#silentMs >= silentAfterMs;
  }

  add({ atMs, visitor, agent, expectsSpeech }: MeasuredMoment): void {
    const stepMs = Math.min(longestStepMs, atMs - (this.#lastMomentMs ?? atMs));
    this.#lastMomentMs = atMs;
    this.#loudest = Math.max(this.#loudest ?? 0, visitor);
    this.#nextSampleMs ??= atMs;
    for (; this.#nextSampleMs <= atMs; this.#nextSampleMs += loudnessEveryMs) {
      this.voice.push(visitor);
      this.agentVoice.push(agent);
    }
    this.#silentMs = visitor > soundLevel ? 0 : this.#silentMs + (expectsSpeech ? stepMs : 0);
    const wasAgentQuiet = atMs - this.#lastAgentSoundMs > breathMs;
    if (agent > soundLevel) {
      if (wasAgentQuiet) this.#measureWait(atMs);
      this.#lastAgentSoundMs = atMs;
    } else if (visitor > voiceLevel) {
      this.#voiceMs += stepMs;
      this.#lastVisitorVoiceMs = atMs;
    }
  }

  /** Restarts the measurement of silence after a typed answer. */
  resetSilence(): void {
    this.#silentMs = 0;
  }

  #measureWait(atMs: number): void {
    if (this.#lastVisitorVoiceMs === undefined) return;
    const waitMs = atMs - this.#lastVisitorVoiceMs;
    if (waitMs >= shortestWaitMs && waitMs <= longestWaitMs) this.answerWaitsMs.push(waitMs);
    this.#lastVisitorVoiceMs = undefined;
  }
}
