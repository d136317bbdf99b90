import { stillMotion } from '@/components/brand/while-seen';
import { equalizer } from '@/lib/equalizer';
import { sampleBars, sampleLevels } from '../call';

/** Between two samples the compositor moves what is shown (transitions in the style sheets), however busy the main thread is. */
const sampleEveryMs = 50;
/** The share of the way to its goal that a height covers between two samples: quick up, slow down, as a meter does. */
const rise = 0.65;
const fall = 0.25;
/** Below it the speaker stays the one before: noise is nobody's turn. */
const audible = 0.12;

/** What both sides say now, as it is shown. */
export interface Voices {
  speaker: 'visitor' | 'agent';
  /** Of the louder one, 0 to 1. */
  loudness: number;
  /** The heights of the five bars, 0 to 1. */
  bars: readonly number[];
  /** This visitor asked for less motion: only the speaker may be shown. */
  still: boolean;
}

const silence: Omit<Voices, 'still'> = {
  speaker: 'agent',
  loudness: 0,
  bars: Array.from({ length: equalizer.barCount }, () => 0),
};

const followers = new Set<(voices: Voices) => void>();
const written = new WeakMap<HTMLElement, string>();
let heard = silence;
let timer: ReturnType<typeof setInterval> | undefined;

function towards(goal: number, height: number): number {
  return height + (goal - height) * (goal > height ? rise : fall);
}

function sample(): void {
  const { visitor, agent } = sampleLevels();
  const goals = sampleBars();
  const louder = visitor > agent ? 'visitor' : 'agent';
  heard = {
    speaker: Math.max(visitor, agent) > audible ? louder : heard.speaker,
    loudness: towards(Math.max(visitor, agent), heard.loudness),
    bars: heard.bars.map((height, bar) => towards(goals[bar] ?? 0, height)),
  };
  const voices = { ...heard, still: matchMedia(stillMotion).matches };
  for (const show of followers) show(voices);
}

/** One clock for all that moves with the voices: what changes at a time is drawn in one frame. Gives the function that ends it. */
export function followVoices(show: (voices: Voices) => void): () => void {
  followers.add(show);
  timer ??= setInterval(sample, sampleEveryMs);
  return () => {
    followers.delete(show);
    if (followers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    heard = silence;
  };
}

/** Moves an element down until only a share of it stands in its frame. Nothing is written, and so nothing drawn, while nothing changes. */
export function raise(element: Element | null | undefined, share: number): void {
  if (!(element instanceof HTMLElement)) return;
  const transform = `translateY(${((1 - share) * 100).toFixed(1)}%)`;
  if (written.get(element) === transform) return;
  written.set(element, transform);
  element.style.transform = transform;
}

export function showSpeaker(element: HTMLElement, { speaker }: Voices): void {
  if (element.dataset.speaker !== speaker) element.dataset.speaker = speaker;
}
