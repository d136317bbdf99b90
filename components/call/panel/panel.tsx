'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { lastReceipt } from '../after-call';
import { allowSound, callView, dismissCall, endCooldown } from '../call';
import { type Phase, isInRoom, isTold, isUnderWay, retryableOutcome } from '../call-machine';
import { CallControls } from './controls';
import { Devices } from './devices';
import { PanelFrame, type VoiceChatPanelProps, callPanelId } from './frame';
import { AfterCall } from './after-call';
import { LevelBars } from './level-bars';
import { Minarets } from './minarets';
import { CallClock, CaptionLines, Countdown, MicLevel } from './status';
import { keepScreenOn } from './wake-lock';
import { agentWords, callWarning, isFault, panelWords } from './words';

/** A button that goes under the visitor's finger would take the focus, and Escape with it, out of the panel. */
function keepFocus(): (() => void) | undefined {
  const panel = document.getElementById(callPanelId);
  if (!panel) return;
  const listening = new AbortController();
  let within = panel.contains(document.activeElement);
  const enter = () => (within = true);
  const leave = ({ target }: FocusEvent) =>
    // Some browsers tell of an element that is taken away, others do not.
    queueMicrotask(() => {
      if (target instanceof Node && target.isConnected) within = panel.contains(document.activeElement);
    });
  panel.addEventListener('focusin', enter, listening);
  panel.addEventListener('focusout', leave, listening);
  const observer = new MutationObserver(() => {
    if (within && document.activeElement === document.body) panel.focus({ preventScroll: true });
  });
  observer.observe(panel, { childList: true, subtree: true });
  return () => {
    listening.abort();
    observer.disconnect();
  };
}

/** Another microphone may do where this one does not. */
function mayPickDevice(phase: Phase): boolean {
  return phase.name === 'mic_failed' && (phase.fault === 'busy' || phase.fault === 'other');
}

/** Not the words: they come several times a second. */
const shownState = () => callView.get().state;

/** The call as the visitor sees it. The call itself goes on in call.ts, wherever the visitor goes on the site. */
export function VoiceChatPanel({ strings, language, focus, onClosed }: VoiceChatPanelProps) {
  const state = useSyncExternalStore(callView.subscribe, shownState, shownState);
  const receipt = useSyncExternalStore(lastReceipt.subscribe, lastReceipt.get, lastReceipt.get);
  const end = useRef<HTMLButtonElement>(null);
  const { phase } = state;
  const closed = phase.name === 'closed';

  useEffect(() => (closed ? undefined : keepFocus()), [closed]);

  const inRoom = isInRoom(phase);
  useEffect(() => (inRoom ? keepScreenOn() : undefined), [inRoom]);

  useEffect(() => {
    if (closed) onClosed();
  }, [closed, onClosed]);

  if (closed) return null;
  const { tone, status, error } = panelWords(state, strings, language);
  const underWay = isUnderWay(phase);
  const outcome = retryableOutcome(state);
  return (
    <PanelFrame
      strings={strings}
      tone={tone}
      status={status}
      activity={underWay ? (agentWords(state, strings) ?? null) : undefined}
      aside={<CallClock state={state} strings={strings} />}
      focus={focus}
      above={underWay && <Minarets live={inRoom} />}
      // A call is not ended by a key pressed in passing: Escape leads to the button that ends it.
      onEscape={underWay ? () => end.current?.focus() : dismissCall}
    >
      {phase.name === 'cooldown' && (
        <Countdown
          strings={strings}
          untilMs={phase.untilMs}
          onOver={endCooldown}
          look="rounded-xl bg-failed-paper px-3 py-2 text-center font-medium text-failed-ink"
        />
      )}
      {underWay && (
        <div className="flex items-center gap-4">
          <div className="grid shrink-0 justify-items-center gap-2">
            <LevelBars live={inRoom} />
            {!state.typing && <MicLevel strings={strings} muted={state.muted} />}
          </div>
          <CaptionLines state={state} strings={strings} />
        </div>
      )}
      <p
        // Nobody's fault, and a new try is one press away: said calmly.
        role={outcome ? undefined : 'alert'}
        aria-live={outcome ? 'polite' : undefined}
        className={`text-sm text-pretty ${isFault(state) ? 'text-failed-ink' : 'text-ink-soft'} ${inRoom ? 'min-h-5' : 'empty:hidden'}`}
      >
        {error ?? callWarning(state, strings)}
      </p>
      {inRoom && state.listenedTo && (
        <p aria-live="polite" className="text-sm text-pretty">
          {strings.voice_chat_listened_to}
        </p>
      )}
      {(mayPickDevice(phase) || (outcome === 'unheard' && !state.typing)) && <Devices strings={strings} />}
      {isTold(state) && (
        <AfterCall
          strings={strings}
          language={language}
          // Of a call without a recording there is none; an earlier one's is not shown for it.
          receipt={receipt?.room === state.room ? receipt : null}
          untilMs={phase.name === 'ended' ? phase.untilMs : null}
          onCooldownOver={endCooldown}
        />
      )}
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
