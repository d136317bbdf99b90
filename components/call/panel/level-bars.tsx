'use client';

import { useEffect, useRef } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { barRect, equalizer, restHeights } from '@/lib/equalizer';
import { followVoices, showSpeaker } from './voices';

const size = 'h-12 shrink-0 sm:h-16';
/** Sharp at 48 px on a screen of three pixels to one. */
const scale = 144 / equalizer.height;

/**
 * The five bars: their loop while the call connects, then both voices, turquoise while the agent is the louder one and
 * saffron while the visitor is.
 */
export function LevelBars({ live }: { live: boolean }) {
  return live ? <VoiceBars /> : <Equalizer className={`${size} w-auto text-turquoise`} />;
}

/** On a canvas: a change of an SVG costs the main thread a paint of all that is drawn with it. */
function VoiceBars() {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const drawing = element?.getContext('2d');
    if (!element || !drawing) return;
    const night = matchMedia('(prefers-color-scheme: dark)');
    let drawn = '';
    return followVoices((voices) => {
      if (!voices.fresh) return;
      const heights = voices.still ? restHeights : voices.bars;
      const next = `${voices.speaker} ${night.matches} ${heights.map((height) => height.toFixed(2)).join()}`;
      if (next === drawn) return;
      drawn = next;
      showSpeaker(element, voices);
      drawing.setTransform(scale, 0, 0, scale, 0, 0);
      drawing.clearRect(0, 0, equalizer.width, equalizer.height);
      drawing.fillStyle = getComputedStyle(element).color;
      drawing.beginPath();
      heights.forEach((share, bar) => {
        const { x, y, width, height } = barRect(bar, share);
        drawing.roundRect(x, y, width, height, width / 2);
      });
      drawing.fill();
    });
  }, []);

  return (
    <canvas
      ref={canvas}
      width={scale * equalizer.width}
      height={scale * equalizer.height}
      aria-hidden="true"
      className={`${size} aspect-video text-turquoise contain-strict data-[speaker=visitor]:text-saffron-deep`}
    />
  );
}
