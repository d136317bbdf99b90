import { prefersReducedMotion } from '@/components/ui/reduced-motion';
import { equalizer, frameAt } from '@/lib/equalizer';
import { sampleBars, sampleLevels } from '../call';
import type { Levels } from '../chart/ports';

/** The share of its way that a height covers in a frame: quick up, slow down, like a level meter. */
const rise = 0.3;
const fall = 0.08;
/** Below this level the speaker does not change: noise is nobody's turn. */
const audible = 0.12;

/** The smoothed voices of one frame. */
export interface Voices {
  speaker: 'visitor' | 'agent';
  /** The louder voice, 0 to 1. */
  loudness: number;
  /** The heights of the five bars, 0 to 1. */
  bars: readonly number[];
  /** True if the equalizer, whose clock is slower than the screen's, has a new frame. */
  fresh: boolean;
  /** The visitor prefers less motion: only the speaker may be shown. */
  still: boolean;
}

const silence: Voices = {
  speaker: 'agent',
  loudness: 0,
  bars: Array.from({ length: equalizer.barCount }, () => 0),
  fresh: true,
  still: false,
};

function towards(aim: number, height: number): number {
  return height + (aim - height) * (aim > height ? rise : fall);
}

interface VoiceSource {
  levels: () => Levels;
  bars: () => number[];
}

/** One loop draws everything that moves with the voices in the same frame. */
export class VoiceLoop {
  readonly #source: VoiceSource;
  readonly #followers = new Set<(voices: Voices) => void>();
  #shown = silence;
  #goal = silence;
  #sampledFrame = -1;
  #request = 0;

  constructor(source: VoiceSource) {
    this.#source = source;
  }

  /** Calls `show` each frame until the returned function is called. */
  follow(show: (voices: Voices) => void): () => void {
    if (this.#followers.size === 0) this.#request = requestAnimationFrame(this.#draw);
    this.#followers.add(show);
    return () => {
      this.#followers.delete(show);
      if (this.#followers.size > 0) return;
      cancelAnimationFrame(this.#request);
      this.#shown = this.#goal = silence;
    };
  }

  #sample(): Voices {
    const { visitor, agent } = this.#source.levels();
    const loudness = Math.max(visitor, agent);
    const louder = visitor > agent ? 'visitor' : 'agent';
    return {
      speaker: loudness > audible ? louder : this.#goal.speaker,
      loudness,
      bars: this.#source.bars(),
      fresh: true,
      still: prefersReducedMotion(),
    };
  }

  readonly #draw = (nowMs: number): void => {
    // First: a follower that throws does not end the loop.
    this.#request = requestAnimationFrame(this.#draw);
    const fresh = frameAt(nowMs) !== this.#sampledFrame;
    if (fresh) this.#goal = this.#sample();
    this.#sampledFrame = frameAt(nowMs);
    const { bars, loudness } = this.#shown;
    this.#shown = {
      ...this.#goal,
      fresh,
      loudness: towards(this.#goal.loudness, loudness),
      bars: bars.map((height, bar) => towards(this.#goal.bars[bar] ?? 0, height)),
    };
    for (const show of this.#followers) show(this.#shown);
  };
}

const callVoices = new VoiceLoop({ levels: sampleLevels, bars: sampleBars });

export function followVoices(show: (voices: Voices) => void): () => void {
  return callVoices.follow(show);
}

export function showSpeaker(element: HTMLElement, { speaker }: Voices): void {
  if (element.dataset.speaker !== speaker) element.dataset.speaker = speaker;
}
