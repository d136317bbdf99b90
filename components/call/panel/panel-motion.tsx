'use client';

import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  type RefObject,
  createContext,
  useEffect,
} from 'react';
import styles from './call-towers.module.css';

export interface SurfaceProps {
  attributes: Pick<
    ComponentProps<'section'>,
    'id' | 'role' | 'tabIndex' | 'onKeyDown' | 'onFocus' | 'onBlur' | 'aria-label' | 'ref'
  >;
  /** The height that the panel needs, in pixels; null until it is measured. */
  heightPx: number | null;
  children: ReactNode;
}

interface PresenceProps {
  children: ReactNode;
  onExitComplete?: () => void;
}

export interface StageProps {
  ref: RefObject<HTMLDivElement | null>;
  away: boolean;
  children: ReactNode;
}

/** The parts of the panel that move. */
export interface PanelMotion {
  /** Shows its child until the child's exit has ended. */
  Presence: ComponentType<PresenceProps>;
  Surface: ComponentType<SurfaceProps>;
  Stage: ComponentType<StageProps>;
  Dim: ComponentType<{ away: boolean }>;
  Tile: ComponentType<{ children: ReactNode }>;
}

export const surfaceLook =
  'pointer-events-auto relative flex max-h-[calc(100svh-1.5rem)] max-w-[34rem] shrink-0 flex-col items-center overflow-hidden rounded-2xl border border-line bg-paper-raised text-ink shadow-float outline-none';

export const tileLook = 'mx-auto w-full max-w-64';

/** Ends an exit at once. */
function Instant({ children, onExitComplete }: PresenceProps) {
  const isGone = children === false;
  useEffect(() => {
    if (isGone) onExitComplete?.();
  }, [isGone, onExitComplete]);
  return children;
}

/** Nothing moves: with reduced motion, or if the code that moves the panel could not be loaded. */
const still: PanelMotion = {
  Presence: Instant,
  Surface: ({ attributes, children }) => (
    <section {...attributes} className={`w-full [--panel-width:100%] ${surfaceLook}`}>
      {children}
    </section>
  ),
  Stage: ({ ref, away, children }) => (
    <div ref={ref} className={`${styles.stage} ${away ? styles.away : ''}`} aria-hidden="true">
      {children}
    </div>
  ),
  Dim: ({ away }) => <div className={`${styles.dim} ${away ? styles.away : ''}`} aria-hidden="true" />,
  Tile: ({ children }) => <div className={tileLook}>{children}</div>,
};

export const PanelMotionContext = createContext(still);
