'use client';

import { useRef } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { sampleBars, sampleLevels } from '../call/call-control';

/**
 * The five bars: their loop while the call connects, then both voices, turquoise while the agent is the louder one and
 * saffron while the visitor is.
 */
export function LevelBars({ live }: { live: boolean }) {
  const frame = useRef<HTMLDivElement>(null);

  function read(): readonly number[] {
    const { visitor, agent } = sampleLevels();
    if (frame.current) frame.current.dataset.speaker = visitor > agent ? 'visitor' : 'agent';
    return sampleBars();
  }

  return (
    <div
      ref={frame}
      className="shrink-0 text-turquoise transition-colors data-[speaker=visitor]:text-saffron-deep"
    >
      <Equalizer read={live ? read : undefined} className="h-12 w-auto sm:h-16" />
    </div>
  );
}
