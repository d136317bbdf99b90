'use client';

import { AnimatePresence, LazyMotion, MotionConfig, type MotionStyle, domAnimation } from 'motion/react';
import * as m from 'motion/react-m';
import { type ReactNode, useState } from 'react';
import { transition } from '@/components/ui/motion';
import { heroTowersId, isFormTaken, opener, panelOrigin, placeOf } from '../opener';
import {
  type PanelMotion,
  PanelMotionContext,
  type StageProps,
  type SurfaceProps,
  surfaceLook,
  tileLook,
} from './panel-motion';
import { flightTo, panelHeightPx, panelMarginPx, panelWidthPx, restingTransform, shapeOver } from './shapes';
import styles from './call-towers.module.css';

const tileId = 'call-tile';
const radiusPx = 24;

const windowSize = () => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

/** Without a button to grow from or return to, the panel fades, a little below its resting position. */
const fadedBelow = { top: 48, opacity: 0 };

/** The resting position of the panel: the bottom centre of the window, above the safe area of a phone. */
function restingPanel() {
  const { width, height } = windowSize();
  const safePx = Number.parseFloat(
    getComputedStyle(document.documentElement).getPropertyValue('--safe-foot'),
  );
  return { centre: width / 2, foot: height - Math.max(panelMarginPx, safePx || 0) };
}

function panelEntry() {
  const target = panelOrigin.get();
  return target ? { ...shapeOver(target, restingPanel()), opacity: 1 } : fadedBelow;
}

/** Where the panel goes when it closes: into the button that opened it. */
function panelExit() {
  const button = opener.get();
  const target = placeOf(button);
  if (!button || !target) return { ...fadedBelow, transition };
  return {
    ...shapeOver(target, restingPanel()),
    borderRadius: target.height / 2,
    backgroundColor: getComputedStyle(button).backgroundColor,
    opacity: 0,
    transition: { ...transition, opacity: { ...transition, delay: 0.2, duration: 0.25 } },
  };
}

function Surface({ attributes, heightPx, children }: SurfaceProps) {
  const [initial] = useState(panelEntry);
  const windowPx = windowSize();
  const width = panelWidthPx(windowPx.width);
  const height = heightPx === null ? undefined : panelHeightPx(heightPx, windowPx.height);
  // The content is as wide as the panel will be, without its border.
  const style: MotionStyle & { '--panel-width': string } = {
    borderRadius: radiusPx,
    maxWidth: 'none',
    '--panel-width': `${width - 2}px`,
  };
  return (
    <m.section
      {...attributes}
      className={surfaceLook}
      style={style}
      initial={initial}
      // Not x and y: the compositor would move the panel out of step with its size.
      animate={{ left: 0, top: 0, opacity: 1, width, ...(height !== undefined && { height }) }}
      variants={{ gone: panelExit }}
      exit="gone"
    >
      <m.div
        className="flex min-h-0 w-full flex-1 flex-col items-center"
        initial={{ opacity: 0 }}
        animate={{ opacity: 1 }}
        exit={{ opacity: 0, transition: { duration: 0.15 } }}
        transition={{ duration: 0.3 }}
      >
        {children}
      </m.div>
    </m.section>
  );
}

/** Hidden behind the panel. The transform is one string, which the browser animates without the main thread. */
const behindPanel = { transform: 'translate(0px, 60px) scale(1)', opacity: 0 };

/** The resting position of the towers, above the panel. An opening panel's height is unknown: its origin's stands in. */
function restingStage() {
  const { width, height } = windowSize();
  const panelHeight = panelOrigin.get()?.height ?? 0;
  const stagePx = Math.min(480, width - 2 * panelMarginPx);
  return { centre: width / 2, foot: height - panelHeight, width: stagePx };
}

function stageEntry() {
  const hero = placeOf(document.getElementById(heroTowersId));
  return hero ? { transform: flightTo(hero, restingStage()), opacity: 1 } : behindPanel;
}

/** The towers fold into the tile of the call; without one they sink behind the panel. */
function stageExit(stage: HTMLElement | null) {
  const tile = placeOf(document.getElementById(tileId));
  if (!tile || !stage) return behindPanel;
  const { left, width, bottom } = stage.getBoundingClientRect();
  const resting = { centre: left + width / 2, foot: bottom, width };
  return {
    transform: flightTo(tile, resting),
    opacity: 0,
    // The tile is in the panel.
    zIndex: 1,
    transition: { ...transition, opacity: { duration: 0.3, delay: 0.15 } },
  };
}

function Stage({ ref, away, children }: StageProps) {
  const [initial] = useState(stageEntry);
  return (
    <m.div
      ref={ref}
      className={styles.stage}
      style={{ transformOrigin: '50% 100%' }}
      aria-hidden="true"
      initial={initial}
      animate={{ transform: restingTransform, opacity: away ? 0 : 1 }}
      variants={{ gone: () => stageExit(ref.current) }}
      exit="gone"
    >
      {children}
    </m.div>
  );
}

function Dim({ away }: { away: boolean }) {
  // The form has darkened the page already.
  const [initial] = useState(() => ({ opacity: isFormTaken() ? 1 : 0 }));
  return (
    <m.div
      className={styles.dim}
      aria-hidden="true"
      initial={initial}
      animate={{ opacity: away ? 0 : 1 }}
      exit={{ opacity: 0 }}
    />
  );
}

const moving: PanelMotion = {
  Presence: ({ children, onExitComplete }) => (
    <AnimatePresence propagate onExitComplete={onExitComplete}>
      {children}
    </AnimatePresence>
  ),
  Surface,
  Stage,
  Dim,
  Tile: ({ children }) => (
    <div id={tileId} className={tileLook}>
      <m.div initial={{ opacity: 0, scale: 0.7 }} animate={{ opacity: 1, scale: 1 }}>
        {children}
      </m.div>
    </div>
  ),
};

/** Animates the panel in it. A separate chunk: the call works if it does not load. */
export function Moving({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig transition={transition}>
        <PanelMotionContext value={moving}>{children}</PanelMotionContext>
      </MotionConfig>
    </LazyMotion>
  );
}
