'use client';

import { use, useEffect, useRef, useSyncExternalStore } from 'react';
import { allowSound, callView, send } from '../call';
import type { CallView } from '../chart/view';
import { lastReceipt } from '../receipt';
import { CallControls, CallFields } from './controls';
import { Devices } from './devices';
import { PanelFrame, type VoiceChatPanelProps } from './frame';
import { AfterCall } from './after-call';
import { CallTowers } from './call-towers';
import { usePageDim } from './page-dim';
import { PanelMotionContext } from './panel-motion';
import { CallClock, CaptionLines, Countdown } from './status';
import { keepScreenOn } from './wake-lock';
import { agentWords, callWarning, isFault, panelWords } from './words';

/** True if another microphone may work although this one does not. */
function mayPickDevice({ microphoneFault, screen, canTypeInstead }: CallView): boolean {
  if (screen === 'ended') return canTypeInstead;
  return screen === 'microphone_failed' && (microphoneFault === 'busy' || microphoneFault === 'other');
}

/** True from the beginning of a call until its receipt. */
const isOngoing = ({ isUnderWay, screen }: CallView) => isUnderWay || screen === 'ending';

const dismiss = () => send({ type: 'dismiss' });

/** For the loader. */
export { isCallOn, send } from '../call';

/** The panel of the call, also while it animates out. The call itself runs in call.ts, on every page of the site. */
export function VoiceChatPanel({ onClosed, ...props }: VoiceChatPanelProps) {
  const { Presence } = use(PanelMotionContext);
  const view = useSyncExternalStore(callView.subscribe, callView.get, callView.get);
  const isOpen = view.screen !== 'closed';
  const isPageDimmed = usePageDim(isOpen, isOngoing(view));
  return (
    <Presence onExitComplete={onClosed}>
      {isOpen && <Panel key="panel" {...props} view={view} isPageDimmed={isPageDimmed} />}
    </Presence>
  );
}

type PanelProps = Omit<VoiceChatPanelProps, 'onClosed'> & { view: CallView; isPageDimmed: boolean };

function Panel({ strings, language, takesFocus, view, isPageDimmed }: PanelProps) {
  const { Dim, Presence } = use(PanelMotionContext);
  const receipt = useSyncExternalStore(lastReceipt.subscribe, lastReceipt.get, lastReceipt.get);
  const endButton = useRef<HTMLButtonElement>(null);
  const { screen, isUnderWay, isInRoom } = view;

  useEffect(() => (isInRoom ? keepScreenOn() : undefined), [isInRoom]);

  const { tone, status, detail } = panelWords(view, strings, language);
  const mayCallAgain = screen === 'ended' && view.canRetry;
  const isCall = isOngoing(view);
  return (
    <PanelFrame
      strings={strings}
      tone={tone}
      status={status}
      activity={isCall ? (agentWords(view, strings) ?? null) : undefined}
      aside={<CallClock view={view} strings={strings} />}
      takesFocus={takesFocus}
      above={
        <>
          <Dim away={!isPageDimmed} />
          <Presence>{isCall && <CallTowers key="towers" live={isInRoom} away={!isPageDimmed} />}</Presence>
        </>
      }
      // Escape does not end a call by accident: it leads to the button that does.
      onEscape={isUnderWay ? () => endButton.current?.focus() : dismiss}
      foot={<CallControls strings={strings} view={view} end={endButton} />}
    >
      {screen === 'cooldown' && view.cooldownEndsMs !== null && (
        <Countdown
          strings={strings}
          untilMs={view.cooldownEndsMs}
          look="rounded-xl bg-failed-paper px-3 py-2 text-center font-medium text-failed-ink"
        />
      )}
      {isCall && <CaptionLines view={view} strings={strings} />}
      <p
        // Nothing is broken and a new call is one press away: no alert.
        role={mayCallAgain ? undefined : 'alert'}
        aria-live={mayCallAgain ? 'polite' : undefined}
        className={`text-sm text-pretty ${isFault(view) ? 'text-failed-ink' : 'text-ink-soft'} ${isCall ? 'min-h-5' : 'empty:hidden'}`}
      >
        {detail ?? callWarning(view, strings)}
      </p>
      {isInRoom && view.isOperatorListening && (
        <p aria-live="polite" className="text-sm text-pretty">
          {strings.voice_chat_listened_to}
        </p>
      )}
      {mayPickDevice(view) && <Devices strings={strings} />}
      {view.showsReceipt && (
        <AfterCall
          strings={strings}
          language={language}
          // Only show the receipt of this call's own recording.
          receipt={receipt?.room === view.room ? receipt : null}
          hasVoice={view.hasVoice}
          untilMs={screen === 'ended' ? view.cooldownEndsMs : null}
        />
      )}
      {view.isSoundBlocked && isUnderWay && (
        <button
          type="button"
          onClick={allowSound}
          className="h-11 rounded-full bg-saffron px-5 font-semibold text-on-saffron hover:bg-saffron-deep"
        >
          {strings.voice_chat_sound_allow}
        </button>
      )}
      <CallFields strings={strings} view={view} />
    </PanelFrame>
  );
}
