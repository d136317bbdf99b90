'use client';

import { useEffect, useRef, useState } from 'react';
import { dimPage } from '@/components/brand/while-seen';
import { restHeights } from '@/lib/equalizer';
import styles from './minarets.module.css';
import { followVoices, raise, showSpeaker } from './voices';

/** How high a minaret stands in silence, as a share of its resting height on the page. */
const silentShare = 0.45;
/** How high the light stands for who asked for less motion. */
const stillVoice = 0.5;
/** The minarets step aside for so long when the visitor scrolls the page to read it. */
const asideMs = 4000;

/**
 * The five minarets above the panel, on a page that has dimmed: they rise with both voices, turquoise the agent, saffron the
 * visitor. For who asked for less motion they stand, and only the colour tells who speaks.
 */
export function Minarets({ live }: { live: boolean }) {
  const stage = useRef<HTMLDivElement>(null);
  const aside = useScrolling();

  useEffect(() => (aside ? undefined : dimPage()), [aside]);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const pillars = [...element.children];
    return followVoices((voices) => {
      const moves = live && !voices.still;
      showSpeaker(element, voices);
      pillars.forEach((pillar, bar) => {
        const lowest = (restHeights[bar] ?? 0) * silentShare;
        raise(pillar, moves ? Math.min(1, lowest + (voices.bars[bar] ?? 0)) : lowest);
        // A variable of the stage would have the style of all that stands on it computed anew.
        const light = moves ? Math.min(1, voices.loudness * 1.4) : live ? stillVoice : 0;
        raise(pillar.firstElementChild, light);
      });
    });
  }, [live]);

  const away = aside ? styles.away : '';
  return (
    <>
      <div className={`${styles.dim} ${away}`} aria-hidden="true" />
      <div ref={stage} className={`${styles.stage} ${away}`} aria-hidden="true">
        {restHeights.map((_, bar) => (
          <div key={bar}>
            <div className={styles.light} />
          </div>
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
