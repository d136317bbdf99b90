'use client';

import { useEffect, useRef } from 'react';
import { whileSeen } from '@/components/brand/while-seen';
import { equalizer, frameHeights, withEnergy } from '@/lib/equalizer';
import styles from './hero.module.css';

/** Far calmer than the small equalizer: these are buildings. */
const energy = 0.42;

const tiles = [styles.outer, styles.inner, styles.middle, styles.inner, styles.outer];

/** The whole loop of one bar, for the browser to play by itself: a phone's main thread is busy enough while a page comes. */
function loopOf(bar: number): Keyframe[] {
  return Array.from({ length: equalizer.frameCount + 1 }, (_, frame) => {
    const height = withEnergy(frameHeights(frame), energy)[bar] ?? 0;
    return { transform: `translateY(${((1 - height) * 100).toFixed(2)}%)` };
  });
}

/** The equalizer as five tiled minarets that rise and sink with its loop; they rest off screen and for who wants no motion. */
export function Pillars() {
  const stage = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const timing = {
      duration: (equalizer.frameCount / equalizer.framesPerSecond) * 1000,
      iterations: Infinity,
    };
    let loops: Animation[] = [];
    const end = whileSeen(element, ({ onScreen, reduced }) => {
      if (reduced) {
        for (const loop of loops) loop.cancel();
        loops = [];
      } else if (onScreen) {
        if (loops.length === 0)
          loops = [...element.children].map((pillar, bar) => pillar.animate(loopOf(bar), timing));
        for (const loop of loops) loop.play();
      } else {
        for (const loop of loops) loop.pause();
      }
    });
    return () => {
      end();
      for (const loop of loops) loop.cancel();
    };
  }, []);

  return (
    <div ref={stage} className={styles.pillars} aria-hidden="true">
      {tiles.map((tile, bar) => (
        <div key={bar} className={tile} />
      ))}
    </div>
  );
}
