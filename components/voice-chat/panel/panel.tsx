'use client';

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Language } from '@/lib/language';
import { CallClock } from './call-clock';
import { takeFocus } from '../call-entry';
import { allowSound, callView, dismissCall, endCooldown } from '../call/call-control';
import { CallControls } from './call-controls';
import { isInRoom, isUnderWay } from '../call/call-machine';
import { CaptionLines } from './caption-lines';
import { CooldownBanner } from './cooldown-banner';
import { LevelBars } from './level-bars';
import { PanelFrame } from './panel-frame';
import { agentWords, callWarning, panelWords } from './panel-words';
import type { VoiceChatStrings } from '../strings';

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
