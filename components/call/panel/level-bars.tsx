'use client';

import { useEffect, useRef } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { barRect, equalizer, restHeights } from '@/lib/equalizer';
import styles from './level-bars.module.css';
import { followVoices, raise, showSpeaker } from './voices';

const dotHeight = barRect(0, 0).height / equalizer.height;

/**
 * The five bars: their loop while the call connects, then both voices, turquoise while the agent is the louder one and
 * saffron while the visitor is.
 */
export function LevelBars({ live }: { live: boolean }) {
  return live ? <VoiceBars /> : <Equalizer className="h-12 w-auto shrink-0 text-turquoise sm:h-16" />;
}

/** The Equalizer's figure from halves that slide in and out of its middle line: the compositor moves them, which it cannot do with an SVG. */
function VoiceBars() {
  const field = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    return followVoices((voices) => {
      showSpeaker(element, voices);
      for (const half of element.children)
        voices.bars.forEach((height, bar) =>
          raise(half.children[bar], voices.still ? (restHeights[bar] ?? 0) : Math.max(dotHeight, height)),
        );
    });
  }, []);

  return (
    <div ref={field} className={`${styles.field} h-12 shrink-0 sm:h-16`} aria-hidden="true">
      <Half />
      <Half />
    </div>
  );
}

function Half() {
  return (
    <div>
      {restHeights.map((_, bar) => (
        <span key={bar} />
      ))}
    </div>
  );
}
