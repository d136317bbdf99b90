'use client';

import { useEffect, useRef, useState } from 'react';
import { restHeights } from '@/lib/equalizer';
import { sampleBars, sampleLevels } from '../call';
import styles from './minarets.module.css';

const tiles = [styles.outer, styles.inner, styles.middle, styles.inner, styles.outer];

/** How high a minaret stands in silence, as a share of its resting height on the page. */
const silentShare = 0.45;
/** The share of the way to its goal that a minaret covers in a frame: quick up, slow down, as a meter does. */
const rise = 0.3;
const fall = 0.08;
/** The minarets step aside for so long when the visitor scrolls the page to read it. */
const asideMs = 4000;

/**
 * The five minarets above the panel, on a page that has dimmed: they rise with both voices, turquoise the agent, saffron the
 * visitor. Only transforms and one opacity change, which the compositor draws. Still for who asked for less motion.
 */
export function Minarets({ live }: { live: boolean }) {
  const stage = useRef<HTMLDivElement>(null);
  const aside = useScrolling();

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const pillars = [...element.children].filter((child) => child instanceof HTMLElement);
    const heights = restHeights.map((rest) => rest * silentShare);
    const draw = () => {
      pillars.forEach((pillar, bar) => {
        pillar.style.transform = `translateY(${((1 - (heights[bar] ?? 0)) * 100).toFixed(2)}%)`;
      });
    };
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    let voice = 0;
    let frame = 0;
    const tick = () => {
      const bars = live ? sampleBars() : [];
      const { visitor, agent } = sampleLevels();
      voice += (Math.max(visitor, agent) - voice) * rise;
      element.dataset.speaker = visitor > agent ? 'visitor' : 'agent';
      element.style.setProperty('--voice', (still.matches ? 0.5 : Math.min(1, voice * 1.4)).toFixed(3));
      restHeights.forEach((rest, bar) => {
        const goal = Math.min(1, rest * silentShare + (still.matches ? 0 : (bars[bar] ?? 0)));
        const height = heights[bar] ?? 0;
        heights[bar] = height + (goal - height) * (goal > height ? rise : fall);
      });
      draw();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [live]);

  const away = aside ? styles.away : '';
  return (
    <>
      <div className={`${styles.dim} ${away}`} aria-hidden="true" />
      <div ref={stage} className={`${styles.stage} ${away}`} aria-hidden="true">
        {tiles.map((tile, bar) => (
          <div key={bar} className={tile} />
        ))}
      </div>
    </>
  );
}

/** Whether the page has just been moved. */
function useScrolling(): boolean {
  const [scrolling, setScrolling] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      setScrolling(true);
      clearTimeout(timer);
      timer = setTimeout(() => setScrolling(false), asideMs);
    };
    window.addEventListener('scroll', moved, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', moved);
    };
  }, []);

  return scrolling;
}
