'use client';

import { useId, type KeyboardEvent } from 'react';
import { fill } from '@/lib/strings';
import { minutesSeconds } from '@/lib/time';
import type { TtsStrings } from './strings';

export const waveBars = 72;
/** Fine enough for a word; the arrow keys go further at a time. */
const stepS = 0.1;
const arrowS = 2;
/** Silence, and sound that is not there yet, is a row of dots. */
const lowest = 0.02;

const arrows: Record<string, number> = {
  ArrowLeft: -arrowS,
  ArrowDown: -arrowS,
  ArrowRight: arrowS,
  ArrowUp: arrowS,
};

interface TtsWaveProps {
  strings: TtsStrings;
  /** Heights 0 to 1, none without sound. */
  bars: readonly number[];
  positionS: number;
  durationS: number;
  onSeek: (positionS: number) => void;
}

/** The sound so far, its played part coloured, and over it the slider: one can be clicked, dragged and reached by keyboard. */
export function TtsWave({ strings, bars, positionS, durationS, onSeek }: TtsWaveProps) {
  const played = useId();
  const value = Math.min(positionS, durationS);
  const at = durationS > 0 ? (value / durationS) * waveBars : 0;
  const shown = { position: minutesSeconds(value), duration: minutesSeconds(durationS) };
  const path = Array.from({ length: waveBars }, (_, bar) => {
    const height = Math.max(lowest, bars[bar] ?? 0);
    return `M${bar + 0.5} ${-height}V${height}`;
  }).join('');

  function onKeyDown(event: KeyboardEvent) {
    const moveS = arrows[event.key];
    if (moveS === undefined) return;
    event.preventDefault();
    onSeek(Math.min(durationS, Math.max(0, positionS + moveS)));
  }

  return (
    <div className="relative h-16 grow rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-cobalt">
      <svg
        viewBox={`0 -1.1 ${waveBars} 2.2`}
        preserveAspectRatio="none"
        aria-hidden
        className="absolute inset-0 size-full stroke-[2.5] [stroke-linecap:round] sm:stroke-[3.5] [&_path]:[vector-effect:non-scaling-stroke]"
      >
        <clipPath id={played}>
          <rect x={0} y={-2} width={at} height={4} />
        </clipPath>
        <path d={path} className="stroke-line-strong" />
        <path d={path} clipPath={`url(#${played})`} className="stroke-turquoise" />
        {value > 0 && <path d={`M${at} -1V1`} className="stroke-ink stroke-2" />}
      </svg>
      <input
        type="range"
        min={0}
        max={durationS}
        step={stepS}
        value={value}
        disabled={durationS === 0}
        aria-label={strings.tts_position}
        aria-valuetext={fill(strings.tts_position_value, shown)}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
        className={`absolute inset-0 size-full appearance-none bg-transparent outline-none not-disabled:cursor-pointer ${thinThumb}`}
      />
    </div>
  );
}

/** A thumb of one pixel that cannot be seen, so that a press lands on the place it points at. */
const thinThumb =
  '[&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:opacity-0 [&::-moz-range-track]:bg-transparent';
