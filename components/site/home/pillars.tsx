'use client';

import { useEffect, useRef } from 'react';
import { areTowersTaken } from '@/components/brand/towers';
import { type Seen, whileSeen } from '@/components/brand/while-seen';
import { heroTowersId } from '@/components/call/opener';
import { equalizer, frameHeights, restHeights, withEnergy } from '@/lib/equalizer';
import styles from './hero.module.css';

/** Far calmer than the small equalizer, because buildings move little. */
const energy = 0.42;

/** Three or four to each turn of the quickest wave; between them the browser moves the minarets evenly. */
const keyframeCount = 38;

/**
 * Returns the whole loop of a bar for the browser to play without the main thread. Few keyframes: parsing them costs that thread
 * time.
 */
function loops(): PropertyIndexedKeyframes[] {
  const steps = Array.from({ length: keyframeCount + 1 }, (_, step) =>
    withEnergy(frameHeights((step * equalizer.frameCount) / keyframeCount), energy),
  );
  return restHeights.map((_, bar) => ({
    transform: steps.map((heights) => `translateY(${((1 - (heights[bar] ?? 0)) * 100).toFixed(2)}%)`),
  }));
}

/** The equalizer as five tiled minarets that rise and sink with its loop. They rest off screen and with reduced motion. */
export function Pillars() {
  const stage = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const timing = {
      duration: (equalizer.frameCount / equalizer.framesPerSecond) * 1000,
      iterations: Infinity,
    };
    let playing: Animation[] = [];
    let seen: Seen | undefined;
    const update = () => {
      if (!seen) return;
      const { onScreen, dimmed, reduced } = seen;
      // During a call, the minarets are above the panel instead.
      element.style.opacity = dimmed ? '0' : '';
      if (reduced || areTowersTaken.get()) {
        for (const loop of playing) loop.cancel();
        playing = [];
      } else if (onScreen) {
        if (playing.length === 0)
          playing = loops().flatMap((loop, bar) => element.children[bar]?.animate(loop, timing) ?? []);
        for (const loop of playing) loop.play();
      } else {
        for (const loop of playing) loop.pause();
      }
    };
    const endSeen = whileSeen(element, (now) => {
      seen = now;
      update();
    });
    const endTaken = areTowersTaken.subscribe(update);
    return () => {
      endSeen();
      endTaken();
      for (const loop of playing) loop.cancel();
    };
  }, []);

  return (
    <div ref={stage} id={heroTowersId} className={styles.pillars} aria-hidden="true">
      {restHeights.map((_, bar) => (
        <div key={bar} />
      ))}
    </div>
  );
}
