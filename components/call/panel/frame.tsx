'use client';

import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { onVisibleAreaChange, visibleArea } from '@/components/ui/visible-area';
import type { Language } from '@/lib/i18n/language';
import type { CallPanelStrings } from '../strings';
import { callPanelId, panelOrigin, placeOf } from '../opener';
import { PanelMotionContext } from './panel-motion';
import type { Tone } from './words';

export interface VoiceChatPanelProps {
  strings: CallPanelStrings;
  language: Language;
  /** The panel takes the focus when it opens. */
  takesFocus: boolean;
  onClosed: () => void;
}

const dotOf: Record<Tone, string> = {
  waiting: 'bg-pending animate-pulse',
  live: 'bg-completed animate-pulse',
  over: 'bg-unknown',
};

interface PanelFrameProps {
  strings: CallPanelStrings;
  tone: Tone;
  status: string;
  /** The agent's state, not announced because it changes with every turn. Null leaves its line empty. */
  activity?: string | null;
  /** Right of the status: how long the call has lasted, and that it is recorded. */
  aside?: ReactNode;
  onEscape?: () => void;
  /** The panel takes the focus when it opens. */
  takesFocus: boolean;
  /** Content above the panel, in the space that it leaves. */
  above?: ReactNode;
  /** Controls that stay in sight while the content above them scrolls. */
  foot?: ReactNode;
  children?: ReactNode;
}

/**
 * The bottom-centre overlay: a dialog for assistive technology that leaves the page usable. It returns the focus without scrolling.
 */
export function PanelFrame({
  strings,
  tone,
  status,
  activity,
  aside,
  onEscape,
  takesFocus,
  above,
  foot,
  children,
}: PanelFrameProps) {
  const { Surface } = use(PanelMotionContext);
  const panel = useRef<HTMLElement>(null);
  const isFocused = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  const footRef = useRef<HTMLDivElement>(null);
  const heightPx = useHeight(body, footRef);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const focusedBefore = document.activeElement;
    const panelElement = panel.current;
    if (takesFocus) panelElement?.focus();
    return () => {
      const hadFocus =
        document.activeElement === document.body || panelElement?.contains(document.activeElement);
      if (hadFocus && focusedBefore instanceof HTMLElement && focusedBefore.isConnected)
        focusedBefore.focus({ preventScroll: true });
    };
  }, [takesFocus]);

  // A focused button that disappears takes the focus with it, and Escape would no longer reach the panel.
  useEffect(() => {
    if (isFocused.current && document.activeElement === document.body)
      panel.current?.focus({ preventScroll: true });
  });

  // A panel that replaces this one starts its movement from the same place.
  useLayoutEffect(() => {
    const panelElement = panel.current;
    return () => panelOrigin.set(placeOf(panelElement));
  }, []);

  useEffect(() => liftAboveKeyboard(container.current), []);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onEscape?.();
  }

  return (
    <>
      {/* Lets a visitor reach the links in the footer during a call. Padding of the body would switch scroll anchoring off. */}
      <div style={{ height: heightPx === null ? 0 : heightPx + 24 }} />
      <div
        ref={container}
        className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex max-h-svh flex-col items-center justify-end p-3 pb-[max(0.75rem,var(--safe-foot))]"
      >
        {above}
        <Surface
          attributes={{
            ref: panel,
            id: callPanelId,
            role: 'dialog',
            'aria-label': strings.voice_chat_title,
            tabIndex: -1,
            onKeyDown: handleKeyDown,
            onFocus: () => (isFocused.current = true),
            // React sends no blur event for an element that it removes.
            onBlur: () => (isFocused.current = false),
          }}
          heightPx={heightPx}
        >
          <div className="min-h-14 w-(--panel-width) flex-1 overflow-y-auto overscroll-contain">
            <div ref={body} className="flex flex-col gap-3 p-4">
              <div className="flex min-h-8 flex-wrap items-start gap-x-2.5 gap-y-1">
                <span
                  aria-hidden
                  className={`mt-1.25 size-3 shrink-0 rounded-full border border-transparent ${dotOf[tone]}`}
                />
                <div className="min-w-30 flex-1 leading-5.5">
                  <p role="status" className="font-semibold text-pretty">
                    {status}
                  </p>
                  {activity !== undefined && <p className="min-h-5 text-sm text-ink-soft">{activity}</p>}
                </div>
                {aside}
              </div>
              {children}
            </div>
          </div>
          {/* Scrolling lines fade out above the foot. */}
          <div
            ref={footRef}
            className="relative flex w-(--panel-width) shrink-0 flex-col gap-3 px-4 pb-4 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-paper-raised empty:hidden"
          >
            {foot}
          </div>
        </Surface>
      </div>
    </>
  );
}

/**
 * The height of the parts and the border, measured at each rendering and each change of size: the panel grows together with its
 * contents.
 */
function useHeight(...parts: RefObject<HTMLElement | null>[]): number | null {
  const [heightPx, setHeightPx] = useState<number | null>(null);

  useLayoutEffect(() => {
    const elements = parts.map(({ current }) => current).filter((element) => element !== null);
    const measure = () => setHeightPx(elements.reduce((sum, { offsetHeight }) => sum + offsetHeight, 2));
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  });

  return heightPx;
}

/** Lifts an element over a keyboard that covers the page without resizing it, until the returned function is called. */
function liftAboveKeyboard(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  return onVisibleAreaChange(() => {
    const { top, height } = visibleArea();
    const isZoomed = (window.visualViewport?.scale ?? 1) !== 1;
    const hiddenPx = isZoomed ? 0 : Math.max(0, document.documentElement.clientHeight - top - height);
    element.style.bottom = `${hiddenPx}px`;
  });
}
