'use client';

import { useEffect, useRef } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { barRect, equalizer, restHeights } from '@/lib/equalizer';
import { type Voices, followVoices, showSpeaker } from './voices';

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

/** Draws the bars when a height or the colour changes (dark mode, forced colours), and when the browser has emptied the canvas. */
export function barsIn(drawing: CanvasRenderingContext2D): (voices: Voices) => void {
  const { canvas } = drawing;
  let drawn = '';
  canvas.addEventListener('contextrestored', () => (drawn = ''));
  return (voices) => {
    if (!voices.fresh) return;
    showSpeaker(canvas, voices);
    const heights = voices.still ? restHeights : voices.bars;
    const { color } = getComputedStyle(canvas);
    const next = `${color} ${heights.map((height) => height.toFixed(2)).join()}`;
    if (next === drawn) return;
    drawn = next;
    drawing.setTransform(scale, 0, 0, scale, 0, 0);
    drawing.clearRect(0, 0, equalizer.width, equalizer.height);
    drawing.fillStyle = color;
    drawing.beginPath();
    heights.forEach((share, bar) => {
      const { x, y, width, height } = barRect(bar, share);
      drawing.roundRect(x, y, width, height, width / 2);
    });
    drawing.fill();
  };
}

/** On a canvas: a change of an SVG costs the main thread a paint of all that is drawn with it. */
function VoiceBars() {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const drawing = canvas.current?.getContext('2d');
    return drawing ? followVoices(barsIn(drawing)) : undefined;
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
