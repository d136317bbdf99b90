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
import { atHome, flightTo, panelHeightPx, panelMarginPx, panelWidthPx, shapeOver } from './shapes';
import styles from './minarets.module.css';

const tileId = 'call-tile';
const radiusPx = 24;

const windowSize = () => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

/** The panel drops out of the window where there is nothing to return to. */
const below = { top: 48, opacity: 0 };

/** The place of the panel: the bottom centre of the window, above the safe area of a phone. */
function panelPlace() {
  const { width, height } = windowSize();
  const safePx = Number.parseFloat(
    getComputedStyle(document.documentElement).getPropertyValue('--safe-foot'),
  );
  return { centre: width / 2, foot: height - Math.max(panelMarginPx, safePx || 0) };
}

function panelBefore() {
  const place = panelOrigin.get();
  return place ? { ...shapeOver(place, panelPlace()), opacity: 1 } : below;
}

/** Where the panel goes when it closes: into the button that opened it. */
function panelAfter() {
  const button = opener.get();
  const place = placeOf(button);
  if (!button || !place) return { ...below, transition };
  return {
    ...shapeOver(place, panelPlace()),
    borderRadius: place.height / 2,
    backgroundColor: getComputedStyle(button).backgroundColor,
    opacity: 0,
    transition: { ...transition, opacity: { ...transition, delay: 0.2, duration: 0.25 } },
  };
}

function Surface({ attributes, heightPx, children }: SurfaceProps) {
  const [initial] = useState(panelBefore);
  const windowNow = windowSize();
  const width = panelWidthPx(windowNow.width);
  const height = heightPx === null ? undefined : panelHeightPx(heightPx, windowNow.height);
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
      // Not x and y: the browser would move the panel beside the main thread, out of step with its size.
      animate={{ left: 0, top: 0, opacity: 1, width, ...(height !== undefined && { height }) }}
      variants={{ gone: panelAfter }}
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

/** Behind the panel. The transform is one string, which the browser animates without the main thread. */
const sunk = { transform: 'translate(0px, 60px) scale(1)', opacity: 0 };

/** The stage is above the panel, whose height is unknown when it opens. */
function ownPlace() {
  const { width, height } = windowSize();
  const standing = panelOrigin.get()?.height ?? 0;
  const stagePx = Math.min(480, width - 2 * panelMarginPx);
  return { centre: width / 2, foot: height - standing, width: stagePx };
}

function stageBefore() {
  const hero = placeOf(document.getElementById(heroTowersId));
  return hero ? { transform: flightTo(hero, ownPlace()), opacity: 1 } : sunk;
}

/** The towers fold into the tile of the call; without one they sink behind the panel. */
function stageAfter(stage: HTMLElement | null) {
  const tile = placeOf(document.getElementById(tileId));
  if (!tile || !stage) return sunk;
  const { left, width, bottom } = stage.getBoundingClientRect();
  const own = { centre: left + width / 2, foot: bottom, width };
  return {
    transform: flightTo(tile, own),
    opacity: 0,
    // The tile is in the panel.
    zIndex: 1,
    transition: { ...transition, opacity: { duration: 0.3, delay: 0.15 } },
  };
}

function Stage({ ref, away, children }: StageProps) {
  const [initial] = useState(stageBefore);
  return (
    <m.div
      ref={ref}
      className={styles.stage}
      style={{ transformOrigin: '50% 100%' }}
      aria-hidden="true"
      initial={initial}
      animate={{ transform: atHome, opacity: away ? 0 : 1 }}
      variants={{ gone: () => stageAfter(ref.current) }}
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

/** Animates the panel in it. A separate chunk, which a call with reduced motion does not load. */
export function Moving({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig transition={transition}>
        <PanelMotionContext value={moving}>{children}</PanelMotionContext>
      </MotionConfig>
    </LazyMotion>
  );
}
