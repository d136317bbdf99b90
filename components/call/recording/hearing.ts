import type { MeasuredVoice } from '../chart/events';
import type { Levels } from '../chart/ports';

/** Noise floor: above it the microphone works. */
const soundLevel = 0.08;
/** A voice close to the microphone. */
export const voiceLevel = 0.3;
/** Minimum voiced time that counts as speech. */
const heardAfterMs = 400;
/** After this much silence, while the agent listens, the microphone may be broken. */
const silentAfterMs = 10_000;
/** A breath inside an answer is not its end. */
const breathMs = 150;
const longestAnswerMs = 20_000;
/** A shorter wait means that the agent began before the visitor ended. */
const shortestAnswerMs = 200;
/** Browsers run the timers of a background tab once a second. */
const longestStepMs = 1000;

interface MeasuredMoment extends Levels {
  atMs: number;
  /** The agent waits for the visitor to speak, and the microphone is on. */
  listening: boolean;
}

/** Measures both voices: whether the visitor is heard, how fast the answers come, how loud the visitor is over time. */
export class VoiceMeter {
  readonly answersMs: number[] = [];
  /** The visitor's loudness, ten times a second. */
  readonly voice: number[] = [];
  /** The agent's. */
  readonly agentVoice: number[] = [];
  #beforeMs: number | undefined;
  #loudest: number | undefined;
  #voiceMs = 0;
  #silentMs = 0;
  #agentSoundMs = -Infinity;
  #visitorVoiceMs: number | undefined;
  #sampledMs = -Infinity;

  /** A sound that is as loud as a voice counts as some voice, also while the agent speaks. */
  get measured(): MeasuredVoice {
    if (this.#loudest === undefined) return 'unknown';
    if (this.#voiceMs >= heardAfterMs) return 'speech';
    return this.#loudest > voiceLevel ? 'some' : 'none';
  }

  /** The microphone is silent although the agent listens. */
  get silent(): boolean {
    return this.#silentMs >= silentAfterMs;
  }

  add({ atMs, visitor, agent, listening }: MeasuredMoment): void {
    const stepMs = Math.min(longestStepMs, atMs - (this.#beforeMs ?? atMs));
    this.#beforeMs = atMs;
    this.#loudest = Math.max(this.#loudest ?? 0, visitor);
    if (atMs - this.#sampledMs >= 100) {
      this.voice.push(visitor);
      this.agentVoice.push(agent);
      this.#sampledMs = atMs;
    }
    this.#silentMs = visitor > soundLevel ? 0 : this.#silentMs + (listening ? stepMs : 0);
    const agentWasQuiet = atMs - this.#agentSoundMs > breathMs;
    if (agent > soundLevel) {
      if (agentWasQuiet) this.#answered(atMs);
      this.#agentSoundMs = atMs;
    } else if (visitor > voiceLevel) {
      this.#voiceMs += stepMs;
      this.#visitorVoiceMs = atMs;
    }
  }

  /** Counts a typed answer. */
  resetSilence(): void {
    this.#silentMs = 0;
  }

  #answered(atMs: number): void {
    if (this.#visitorVoiceMs === undefined) return;
    const tookMs = atMs - this.#visitorVoiceMs;
    if (tookMs >= shortestAnswerMs && tookMs <= longestAnswerMs) this.answersMs.push(tookMs);
    this.#visitorVoiceMs = undefined;
  }
}
