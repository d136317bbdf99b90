'use client';

import { useEffect, useRef } from 'react';
import { barRect, frameAt, frameHeights, withEnergy } from '@/lib/equalizer';
import { Bars, barsViewBox } from './bars';
import { watchSeen } from './watch-seen';

/** Calls `draw` 25 times a second while the element is visible and motion is allowed. Returns the function that ends it. */
function playFrames(element: Element, draw: (frame: number) => void): () => void {
  let request = 0;
  let drawnFrame = -1;

  function tick(nowMs: number) {
    const frame = frameAt(nowMs);
    if (frame !== drawnFrame) draw(frame);
    drawnFrame = frame;
    request = requestAnimationFrame(tick);
  }

  const stopWatching = watchSeen(element, ({ onScreen, reduced }) => {
    cancelAnimationFrame(request);
    if (onScreen && !reduced) request = requestAnimationFrame(tick);
  });
  return () => {
    cancelAnimationFrame(request);
    stopWatching();
  };
}

const idleEnergy = 0.6;
const hoverEnergy = 1.35;
/** How much of the remaining distance a bar moves in a frame. It rises faster than it falls, like a level meter. */
const rise = 0.55;
const fall = 0.25;

interface EqualizerProps {
  /** Five heights, 0 to 1, of the current sound (see voiceHeights). Without it the bars play their loop. */
  read?: () => readonly number[];
  className?: string;
}

/**
 * The five bars in motion: real audio, else their own loop, which is livelier while a control around them is hovered or focused.
 */
export function Equalizer({ read, className }: EqualizerProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const source = useRef(read);
  useEffect(() => {
    source.current = read;
  }, [read]);

  useEffect(() => {
    const svg = drawing.current;
    if (!svg) return;
    const rects = [...svg.children];
    const control = svg.closest('button, a');
    let heights = frameHeights(0);
    return playFrames(svg, (frame) => {
      const isLively = control?.matches(':hover, :focus-visible') ?? false;
      const targetHeights =
        source.current?.() ?? withEnergy(frameHeights(frame), isLively ? hoverEnergy : idleEnergy);
      heights = heights.map((height, bar) => {
        const distance = (targetHeights[bar] ?? 0) - height;
        return height + distance * (distance > 0 ? rise : fall);
      });
      rects.forEach((rect, bar) => {
        const { y, height } = barRect(bar, heights[bar] ?? 0);
        rect.setAttribute('y', String(y));
        rect.setAttribute('height', String(height));
      });
    });
  }, []);

  return (
    <svg ref={drawing} viewBox={barsViewBox} className={className} aria-hidden="true" focusable="false">
      <Bars />
    </svg>
  );
}
