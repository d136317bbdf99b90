'use client';

import { useEffect, useRef } from 'react';
import { sampleBands, sampleLevels } from '../call/call-control';

const bars = [0, 1, 2, 3, 4];
const lowest = 0.12;

/** The five bars follow both voices: turquoise while the agent speaks, saffron while the visitor does. */
export function LevelBars() {
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let request = 0;
    const draw = () => {
      const bands = sampleBands();
      const { visitor, agent } = sampleLevels();
      const container = frame.current;
      if (container) {
        container.dataset.speaker = visitor > agent ? 'visitor' : 'agent';
        for (const [index, bar] of Array.from(container.children).entries()) {
          const height = Math.max(lowest, bands[index] ?? 0);
          if (bar instanceof HTMLElement) bar.style.transform = `scaleY(${height.toFixed(3)})`;
        }
      }
      request = requestAnimationFrame(draw);
    };
    request = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(request);
  }, []);

  return (
    <div ref={frame} aria-hidden className="group flex h-16 shrink-0 items-center gap-1.5">
      {bars.map((bar) => (
        <span
          key={bar}
          className="h-full w-2 origin-center scale-y-[0.12] rounded-full bg-turquoise transition-[background-color] group-data-[speaker=visitor]:bg-saffron"
        />
      ))}
    </div>
  );
}
