'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Language } from '@/lib/i18n/language';
import { callPanelId, takeFocus } from '../call';
import { allowSound, callView, dismissCall, endCooldown } from '../call-control';
import { isInRoom, isUnderWay } from '../call-machine';
import type { VoiceChatStrings } from '../strings';
import { CallControls } from './controls';
import { CallClock, CaptionLines, CooldownBanner, LevelBars } from './status';
import { type Tone, agentWords, callWarning, panelWords } from './words';

const dotOf: Record<Tone, string> = {
  waiting: 'bg-pending animate-pulse',
  live: 'bg-completed animate-pulse',
  over: 'bg-unknown',
};

interface PanelFrameProps {
  strings: VoiceChatStrings;
  tone: Tone;
  status: string;
  /** What the agent is doing: it changes with every turn, so it is not announced. */
  activity?: string;
  /** What stands at the right of the status: the time, the sign that it is recorded. */
  aside?: ReactNode;
  onEscape?: () => void;
  /** Whether the panel takes the focus as it comes. */
  focus: boolean;
  children?: ReactNode;
}

/**
 * The bottom-centre overlay: a dialog for assistive technology, which leaves the page usable. It gives the focus
 * back to where it was.
 */
export function PanelFrame({
  strings,
  tone,
  status,
  activity,
  aside,
  onEscape,
  focus,
  children,
}: PanelFrameProps) {
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    const mine = panel.current;
    if (focus) mine?.focus();
    return () => {
      const left = document.activeElement === document.body || mine?.contains(document.activeElement);
      if (left && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [focus]);

  function keyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onEscape?.();
  }

  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-center p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <section
        ref={panel}
        id={callPanelId}
        role="dialog"
        aria-label={strings.voice_chat_title}
        tabIndex={-1}
        onKeyDown={keyDown}
        className="pointer-events-auto grid max-h-[calc(100svh-1.5rem)] w-full max-w-[34rem] gap-3 overflow-y-auto rounded-2xl border border-line bg-paper-raised p-4 text-ink shadow-float outline-none"
      >
        <div className="flex min-h-8 items-center gap-3">
          <span
            aria-hidden
            className={`size-3 shrink-0 rounded-full border border-transparent ${dotOf[tone]}`}
          />
          <div className="min-w-0 flex-1 leading-tight">
            <p role="status" className="font-semibold text-pretty">
              {status}
            </p>
            {activity !== undefined && <p className="text-sm text-ink-soft">{activity}</p>}
          </div>
          {aside}
        </div>
        {children}
      </section>
    </div>
  );
}

interface VoiceChatPanelProps {
  strings: VoiceChatStrings;
  language: Language;
  onClosed: () => void;
}

/** The call as the visitor sees it. The call itself goes on in call-control, wherever the visitor goes on the site. */
export function VoiceChatPanel({ strings, language, onClosed }: VoiceChatPanelProps) {
  const { state, captions } = useSyncExternalStore(callView.subscribe, callView.get, callView.get);
  const [focus] = useState(takeFocus);
  const end = useRef<HTMLButtonElement>(null);
  const { phase } = state;
  const closed = phase.name === 'closed';

  useEffect(() => {
    if (closed) onClosed();
  }, [closed, onClosed]);

  if (closed) return null;
  const { tone, status, error } = panelWords(state, strings, language);
  const warning = error ?? callWarning(state, strings);
  const underWay = isUnderWay(phase);
  return (
    <PanelFrame
      strings={strings}
      tone={tone}
      status={status}
      activity={agentWords(state, strings)}
      aside={<CallClock state={state} strings={strings} />}
      focus={focus}
      // A call is not ended by a key pressed in passing: Escape leads to the button that ends it.
      onEscape={underWay ? () => end.current?.focus() : dismissCall}
    >
      {'untilMs' in phase && (
        <CooldownBanner strings={strings} untilMs={phase.untilMs} onOver={endCooldown} />
      )}
      {(underWay || captions.length > 0) && (
        <div className="flex min-h-20 items-center gap-4">
          {underWay && <LevelBars live={isInRoom(phase)} />}
          <CaptionLines strings={strings} captions={captions} />
        </div>
      )}
      <p role="alert" className="text-sm text-pretty text-failed-ink empty:hidden">
        {warning}
      </p>
      {state.soundBlocked && underWay && (
        <button
          type="button"
          onClick={allowSound}
          className="h-11 rounded-full bg-saffron px-5 font-semibold text-on-saffron hover:bg-saffron-deep"
        >
          {strings.voice_chat_sound_allow}
        </button>
      )}
      <CallControls strings={strings} state={state} end={end} />
    </PanelFrame>
  );
}
