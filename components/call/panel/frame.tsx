'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Language } from '@/lib/i18n/language';
import type { VoiceChatStrings } from '../strings';
import type { Tone } from './words';

/** Id of the panel's element, for focus and scrolling. */
export const callPanelId = 'call-panel';

export interface VoiceChatPanelProps {
  strings: VoiceChatStrings;
  language: Language;
  /** The panel takes the focus when it opens. */
  focus: boolean;
  onClosed: () => void;
}

const dotOf: Record<Tone, string> = {
  waiting: 'bg-pending animate-pulse',
  live: 'bg-completed animate-pulse',
  over: 'bg-unknown',
};

interface PanelFrameProps {
  strings: VoiceChatStrings;
  tone: Tone;
  status: string;
  /** The agent's state, not announced because it changes with every turn. Null leaves its line empty. */
  activity?: string | null;
  /** Right of the status: the time, the sign that it is recorded. */
  aside?: ReactNode;
  onEscape?: () => void;
  /** The panel takes the focus when it opens. */
  focus: boolean;
  /** Content above the panel, in the space that it leaves. */
  above?: ReactNode;
  children?: ReactNode;
}

/**
 * The bottom-centre overlay: a dialog for assistive technology, which leaves the page usable. It gives the focus
 * back to where it was, without moving the page.
 */
export function PanelFrame({
  strings,
  tone,
  status,
  activity,
  aside,
  onEscape,
  focus,
  above,
  children,
}: PanelFrameProps) {
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    const mine = panel.current;
    if (focus) mine?.focus();
    return () => {
      const left = document.activeElement === document.body || mine?.contains(document.activeElement);
      if (left && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [focus]);

  // The end of the page can be scrolled clear of the panel: links in the footer are pressed in a call, too.
  useEffect(() => {
    const mine = panel.current;
    if (!mine) return;
    const observer = new ResizeObserver(() => {
      document.body.style.paddingBottom = `${mine.offsetHeight + 24}px`;
    });
    observer.observe(mine);
    return () => {
      observer.disconnect();
      document.body.style.paddingBottom = '';
    };
  }, []);

  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onEscape?.();
  }

  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex max-h-svh flex-col items-center justify-end p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {above}
      <section
        ref={panel}
        id={callPanelId}
        role="dialog"
        aria-label={strings.voice_chat_title}
        tabIndex={-1}
        onKeyDown={keyDown}
        className="pointer-events-auto relative flex max-h-[calc(100svh-1.5rem)] w-full max-w-[34rem] shrink-0 flex-col gap-3 overflow-y-auto rounded-2xl border border-line bg-paper-raised p-4 text-ink shadow-float outline-none *:shrink-0"
      >
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
      </section>
    </div>
  );
}
