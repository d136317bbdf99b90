import { prefersReducedMotion } from '@/components/ui/reduced-motion';
import { equalizer, frameAt } from '@/lib/equalizer';
import { sampleBars, sampleLevels } from '../call';
import type { Levels } from '../chart/ports';

/** How much of the remaining distance a height moves in a frame. It rises faster than it falls, like a level meter. */
const rise = 0.3;
const fall = 0.08;
/** Below this level the speaker does not change, because noise is no voice. */
const audibleLevel = 0.12;

/** Both voices at one moment: measured, or smoothed for display. */
export interface Voices {
  speaker: 'visitor' | 'agent';
  /** The louder voice, 0 to 1. */
  loudness: number;
  /** The heights of the five bars, 0 to 1. */
  bars: readonly number[];
  /** The visitor prefers less motion: only the speaker may be shown. */
  still: boolean;
}

const silence: Voices = {
  speaker: 'agent',
  loudness: 0,
  bars: Array.from({ length: equalizer.barCount }, () => 0),
  still: false,
};

function approach(target: number, height: number): number {
  return height + (target - height) * (target > height ? rise : fall);
}

interface VoiceSource {
  levels: () => Levels;
  bars: () => number[];
}

function sample({ levels, bars }: VoiceSource, previous: Voices): Voices {
  const { visitor, agent } = levels();
  const loudness = Math.max(visitor, agent);
  const louder = visitor > agent ? 'visitor' : 'agent';
  const speaker = loudness > audibleLevel ? louder : previous.speaker;
  return { speaker, loudness, bars: bars(), still: prefersReducedMotion() };
}

const callVoices: VoiceSource = { levels: sampleLevels, bars: sampleBars };

/** Calls `show` each frame until the returned function is called. Samples the voices at the equalizer's slower pace. */
export function followVoices(show: (voices: Voices) => void, source = callVoices): () => void {
  let [visibleVoices, targetVoices] = [silence, silence];
  let sampledFrame = -1;
  const draw = (nowMs: number): void => {
    // Schedules the next frame first, so an error in `show` does not end the loop.
    request = requestAnimationFrame(draw);
    if (frameAt(nowMs) !== sampledFrame) targetVoices = sample(source, targetVoices);
    sampledFrame = frameAt(nowMs);
    visibleVoices = {
      ...targetVoices,
      loudness: approach(targetVoices.loudness, visibleVoices.loudness),
      bars: visibleVoices.bars.map((height, bar) => approach(targetVoices.bars[bar] ?? 0, height)),
    };
    show(visibleVoices);
  };
  let request = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(request);
}
