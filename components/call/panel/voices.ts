import { stillMotion } from '@/components/brand/while-seen';
import { equalizer, frameAt } from '@/lib/equalizer';
import { sampleBars, sampleLevels } from '../call';

/** The share of the way to its goal that a height covers in a frame: quick up, slow down, as a meter does. */
const rise = 0.3;
const fall = 0.08;
/** Below it the speaker stays the one before: noise is nobody's turn. */
const audible = 0.12;

/** Both voices of one frame, as they are shown. */
export interface Voices {
  speaker: 'visitor' | 'agent';
  /** Of the louder one, 0 to 1. */
  loudness: number;
  /** The heights of the five bars, 0 to 1. */
  bars: readonly number[];
  /** Whether this frame is one of the equalizer's, of which there are fewer than the screen's. */
  fresh: boolean;
  /** This visitor asked for less motion: only the speaker may be shown. */
  still: boolean;
}

const silence: Voices = {
  speaker: 'agent',
  loudness: 0,
  bars: Array.from({ length: equalizer.barCount }, () => 0),
  fresh: true,
  still: false,
};

const followers = new Set<(voices: Voices) => void>();
const written = new WeakMap<Element, string>();
let shown = silence;
let goal = silence;
let sampledFrame = -1;
let frame = 0;

function towards(aim: number, height: number): number {
  return height + (aim - height) * (aim > height ? rise : fall);
}

function sample(): Voices {
  const { visitor, agent } = sampleLevels();
  const loudness = Math.max(visitor, agent);
  const louder = visitor > agent ? 'visitor' : 'agent';
  return {
    speaker: loudness > audible ? louder : goal.speaker,
    loudness,
    bars: sampleBars(),
    fresh: true,
    still: matchMedia(stillMotion).matches,
  };
}

function draw(nowMs: number): void {
  // First: a follower that throws does not end it.
  frame = requestAnimationFrame(draw);
  const fresh = frameAt(nowMs) !== sampledFrame;
  if (fresh) goal = sample();
  sampledFrame = frameAt(nowMs);
  shown = {
    ...goal,
    fresh,
    loudness: towards(goal.loudness, shown.loudness),
    bars: shown.bars.map((height, bar) => towards(goal.bars[bar] ?? 0, height)),
  };
  for (const show of followers) show(shown);
}

/** One loop for all that moves with the voices: it is drawn in the same frame. Gives the function that ends it. */
export function followVoices(show: (voices: Voices) => void): () => void {
  if (followers.size === 0) frame = requestAnimationFrame(draw);
  followers.add(show);
  return () => {
    followers.delete(show);
    if (followers.size > 0) return;
    cancelAnimationFrame(frame);
    shown = goal = silence;
  };
}

/** Moves an element down until only a share of it stands in its frame. Nothing is written, and so nothing drawn, while nothing changes. */
export function raise(element: Element | null, share: number): void {
  if (!(element instanceof HTMLElement)) return;
  const transform = `translateY(${((1 - share) * 100).toFixed(1)}%)`;
  if (written.get(element) === transform) return;
  written.set(element, transform);
  element.style.transform = transform;
}

export function showSpeaker(element: HTMLElement, { speaker }: Voices): void {
  if (element.dataset.speaker !== speaker) element.dataset.speaker = speaker;
}
