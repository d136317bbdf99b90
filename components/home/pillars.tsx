'use client';

import { useEffect, useRef } from 'react';
import { playFrames } from '@/components/brand/play-frames';
import { frameHeights, withEnergy } from '@/lib/equalizer';
import styles from './hero.module.css';

/** Far calmer than the small equalizer: these are buildings. */
const energy = 0.42;

const tiles = [styles.outer, styles.inner, styles.middle, styles.inner, styles.outer];

/** The equalizer as five tiled minarets that rise and sink with its loop. */
export function Pillars() {
  const stage = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!stage.current) return;
    const pillars = [...stage.current.querySelectorAll<HTMLElement>(':scope > div')];
    return playFrames(stage.current, (frame) => {
      withEnergy(frameHeights(frame), energy).forEach((height, bar) => {
        const pillar = pillars[bar];
        if (pillar) pillar.style.transform = `translateY(${((1 - height) * 100).toFixed(2)}%)`;
      });
    });
  }, []);

  return (
    <div ref={stage} className={styles.pillars} aria-hidden="true">
      {tiles.map((tile, bar) => (
        <div key={bar} className={tile} />
      ))}
    </div>
  );
}
