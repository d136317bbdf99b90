'use client';

import { use, useEffect, useRef, useState } from 'react';
import { raise } from '@/components/brand/towers';
import { dimPage } from '@/components/brand/while-seen';
import { restHeights } from '@/lib/equalizer';
import styles from './minarets.module.css';
import { PanelMotionContext } from './panel-motion';
import { followVoices } from './voices';

/** The height of a minaret in silence, as a share of its resting height on the page. */
const silentShare = 0.45;
/** The height of the light with reduced motion. */
const stillVoice = 0.5;
/** The minarets are away this long after the visitor has scrolled. */
const asideMs = 4000;

/**
 * The five minarets above the panel: turquoise for the agent, saffron for the visitor. With reduced motion the towers do not move.
 */
export function Minarets({ live }: { live: boolean }) {
  const { Dim, Stage } = use(PanelMotionContext);
  const stage = useRef<HTMLDivElement>(null);
  const aside = useScrolling();

  useEffect(() => (aside ? undefined : dimPage()), [aside]);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const pillars = [...element.children];
    return followVoices((voices) => {
      const moves = live && !voices.still;
      if (element.dataset.speaker !== voices.speaker) element.dataset.speaker = voices.speaker;
      pillars.forEach((pillar, bar) => {
        const lowest = (restHeights[bar] ?? 0) * silentShare;
        raise(pillar, moves ? Math.min(1, lowest + (voices.bars[bar] ?? 0)) : lowest);
        // A variable on the stage would recompute the style of everything on it.
        const light = moves ? Math.min(1, voices.loudness * 1.4) : live ? stillVoice : 0;
        raise(pillar.firstElementChild, light);
      });
    });
  }, [live]);

  return (
    <>
      <Dim away={aside} />
      <Stage ref={stage} away={aside}>
        {restHeights.map((_, bar) => (
          <div key={bar}>
            <div className={styles.light} />
          </div>
        ))}
      </Stage>
    </>
  );
}

/** True while the visitor scrolls, and a moment longer. */
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
