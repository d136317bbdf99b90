'use client';

import { useEffect, useRef, useState } from 'react';
import { dimPage, stillMotion } from '@/components/brand/while-seen';
import { restHeights } from '@/lib/equalizer';
import { sampleBars, sampleLevels } from '../call';
import styles from './minarets.module.css';

const tiles = [styles.outer, styles.inner, styles.middle, styles.inner, styles.outer];

/** How high a minaret stands in silence, as a share of its resting height on the page. */
const silentShare = 0.45;
/** The share of the way to its goal that a minaret covers in a frame: quick up, slow down, as a meter does. */
const rise = 0.3;
const fall = 0.08;
/** For who asked for less motion: how high the light stands, and how often it is looked who speaks. */
const stillVoice = 0.5;
const stillEveryMs = 250;
/** The minarets step aside for so long when the visitor scrolls the page to read it. */
const asideMs = 4000;

/**
 * The five minarets above the panel, on a page that has dimmed: they rise with both voices, turquoise the agent, saffron the
 * visitor. Only transforms and one opacity change, which the compositor draws. Still for who asked for less motion.
 */
export function Minarets({ live }: { live: boolean }) {
  const stage = useRef<HTMLDivElement>(null);
  const aside = useScrolling();

  useEffect(dimPage, []);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const motion = matchMedia(stillMotion);
    let end = follow(element, live, motion.matches);
    const change = () => {
      end();
      end = follow(element, live, motion.matches);
    };
    motion.addEventListener('change', change);
    return () => {
      motion.removeEventListener('change', change);
      end();
    };
  }, [live]);

  const away = aside ? styles.away : '';
  return (
    <>
      <div className={`${styles.dim} ${away}`} aria-hidden="true" />
      <div ref={stage} className={`${styles.stage} ${away}`} aria-hidden="true">
        {tiles.map((tile, bar) => (
          <div key={bar} className={tile}>
            <div className={styles.light} />
          </div>
        ))}
      </div>
    </>
  );
}

/**
 * Moves the minarets with the voices, frame by frame; for who asked for less motion they stand, and only the colour tells who speaks. Nothing
 * is written, and so nothing drawn, while nothing changes. Gives the function that ends it.
 */
function follow(stage: HTMLElement, live: boolean, still: boolean): () => void {
  const pillars = [...stage.children].filter((child) => child instanceof HTMLElement);
  const lights = [...stage.getElementsByClassName(styles.light ?? '')].filter(
    (light) => light instanceof HTMLElement,
  );
  const heights = restHeights.map((rest) => rest * silentShare);
  const written = new Map<HTMLElement, string>();
  let voice = 0;

  /** @param height share of the element that stands */
  function raise(element: HTMLElement, height: number) {
    const value = `translateY(${((1 - height) * 100).toFixed(1)}%)`;
    if (written.get(element) === value) return;
    written.set(element, value);
    element.style.transform = value;
  }

  function draw() {
    const { visitor, agent } = sampleLevels();
    const speaker = visitor > agent ? 'visitor' : 'agent';
    if (stage.dataset.speaker !== speaker) stage.dataset.speaker = speaker;
    const bars = live && !still ? sampleBars() : [];
    voice += (Math.max(visitor, agent) - voice) * rise;
    // A variable of the stage would have the style of all that stands on it computed anew.
    for (const light of lights) raise(light, still ? stillVoice : Math.min(1, voice * 1.4));
    pillars.forEach((pillar, bar) => {
      const lowest = (restHeights[bar] ?? 0) * silentShare;
      const goal = Math.min(1, lowest + (bars[bar] ?? 0));
      const height = heights[bar] ?? 0;
      heights[bar] = height + (goal - height) * (goal > height ? rise : fall);
      raise(pillar, heights[bar] ?? 0);
    });
  }

  if (still) {
    draw();
    const timer = setInterval(draw, stillEveryMs);
    return () => clearInterval(timer);
  }
  let frame = requestAnimationFrame(function tick() {
    draw();
    frame = requestAnimationFrame(tick);
  });
  return () => cancelAnimationFrame(frame);
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
