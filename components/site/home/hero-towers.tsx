'use client';

import { useEffect, useRef } from 'react';
import { areTowersTaken } from '@/components/brand/towers';
import { type Seen, watchSeen } from '@/components/brand/watch-seen';
import { heroTowersId } from '@/components/call/opener';
import { equalizer, frameHeights, restHeights, withEnergy } from '@/lib/equalizer';
import styles from './hero.module.css';

/** Calmer than the small equalizer, because buildings move little. */
const energy = 0.42;

/** Three or four for each turn of the fastest wave. Between them the browser moves the towers evenly. */
const keyframeCount = 38;

/** Returns the loop of each bar, which the browser plays without the main thread. Parsing many keyframes would delay that thread. */
function barKeyframes(): PropertyIndexedKeyframes[] {
  const steps = Array.from({ length: keyframeCount + 1 }, (_, step) =>
    withEnergy(frameHeights((step * equalizer.frameCount) / keyframeCount), energy),
  );
  return restHeights.map((_, bar) => ({
    transform: steps.map((heights) => `translateY(${((1 - (heights[bar] ?? 0)) * 100).toFixed(2)}%)`),
  }));
}

/** The equalizer as five tiled towers that rise and sink in its loop. They stand still off screen and with reduced motion. */
export function HeroTowers() {
  const stage = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const timing = {
      duration: (equalizer.frameCount / equalizer.framesPerSecond) * 1000,
      iterations: Infinity,
    };
    let animations: Animation[] = [];
    let seen: Seen | undefined;
    const update = () => {
      if (!seen) return;
      const { onScreen, dimmed, reduced } = seen;
      // During a call, the towers are above the panel instead.
      element.style.opacity = dimmed ? '0' : '';
      if (reduced || areTowersTaken.get()) {
        for (const animation of animations) animation.cancel();
        animations = [];
      } else if (onScreen) {
        if (animations.length === 0)
          animations = barKeyframes().flatMap(
            (keyframes, bar) => element.children[bar]?.animate(keyframes, timing) ?? [],
          );
        for (const animation of animations) animation.play();
      } else {
        for (const animation of animations) animation.pause();
      }
    };
    const stopWatching = watchSeen(element, (now) => {
      seen = now;
      update();
    });
    const unsubscribe = areTowersTaken.subscribe(update);
    return () => {
      stopWatching();
      unsubscribe();
      for (const animation of animations) animation.cancel();
    };
  }, []);

  return (
    <div ref={stage} id={heroTowersId} className={styles.towers} aria-hidden="true">
      {restHeights.map((_, bar) => (
        <div key={bar} />
      ))}
    </div>
  );
}
