'use client';

import { use, useEffect, useRef } from 'react';
import { raise } from '@/components/brand/towers';
import { restHeights } from '@/lib/equalizer';
import styles from './call-towers.module.css';
import { PanelMotionContext } from './panel-motion';
import { followVoices } from './voices';

/** The height of a tower in silence, as a share of its resting height on the page. */
const silentShare = 0.45;
/** The height of the light with reduced motion. */
const stillVoice = 0.5;

/**
 * The five towers above the panel: turquoise for the agent, saffron for the visitor. With reduced motion the towers do not move.
 */
export function CallTowers({ live, away }: { live: boolean; away: boolean }) {
  const { Stage } = use(PanelMotionContext);
  const stage = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const towers = [...element.children];
    return followVoices((voices) => {
      const moves = live && !voices.still;
      if (element.dataset.speaker !== voices.speaker) element.dataset.speaker = voices.speaker;
      towers.forEach((tower, bar) => {
        const lowest = (restHeights[bar] ?? 0) * silentShare;
        raise(tower, moves ? Math.min(1, lowest + (voices.bars[bar] ?? 0)) : lowest);
        // A variable on the stage would recompute the style of everything on it.
        const light = moves ? Math.min(1, voices.loudness * 1.4) : live ? stillVoice : 0;
        raise(tower.firstElementChild, light);
      });
    });
  }, [live]);

  return (
    <Stage ref={stage} away={away}>
      {restHeights.map((_, bar) => (
        <div key={bar}>
          <div className={styles.light} />
        </div>
      ))}
    </Stage>
  );
}
