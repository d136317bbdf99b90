'use client';

import { Fragment, useEffect, useState, useSyncExternalStore } from 'react';
import { prefersReducedMotion } from '@/components/ui/reduced-motion';
import type { Language } from '@/lib/i18n/language';
import { type CallModule, callLoader, closedPanel } from './loader';
import { PanelFrame, type VoiceChatPanelProps } from './panel/frame';
import { mayHaveUnsent } from './recording/unsent';
import type { CallPanelStrings } from './strings';

const plainButton =
  'h-11 shrink-0 rounded-full border border-line-strong px-4 font-medium hover:bg-paper-sunk';

const { state: loadState } = callLoader;
const atServer = () => closedPanel;
const close = () => callLoader.close();
const retry = () => callLoader.retry();

/** The place of the call panel in the layout. Resumes the call of a reloaded page and sends recordings of earlier visits. */
export function VoiceChatHost({ strings, language }: { strings: CallPanelStrings; language: Language }) {
  const state = useSyncExternalStore(loadState.subscribe, loadState.get, atServer);

  useEffect(() => {
    const recover = async (isPageLoad: boolean) => {
      if (!(await mayHaveUnsent())) return;
      if (isPageLoad) await (await import('./resume')).resumeCall();
      else await (await import('./recording/deliver')).recoverRecordings();
    };
    // If the module cannot be fetched, the next `online` event or the next visit tries again.
    const recoverOnline = () => void recover(false).catch(() => undefined);
    void recover(true).catch(() => undefined);
    window.addEventListener('online', recoverOnline);
    return () => window.removeEventListener('online', recoverOnline);
  }, []);

  if (state.name === 'closed') return null;
  if (state.name === 'ready')
    return <Ready call={state.call} strings={strings} language={language} onClosed={close} />;
  const isMissing = state.name === 'missing';
  return (
    <PanelFrame
      takesFocus
      strings={strings}
      tone={isMissing ? 'over' : 'waiting'}
      status={isMissing ? strings.voice_chat_connection_error : strings.voice_chat_connecting}
      onEscape={close}
      foot={
        <div className="flex flex-wrap justify-end gap-2">
          {isMissing && (
            <button type="button" onClick={retry} className={plainButton}>
              {strings.voice_chat_retry}
            </button>
          )}
          <button type="button" onClick={close} className={plainButton}>
            {strings.voice_chat_close}
          </button>
        </div>
      }
    >
      {isMissing && (
        <p role="alert" className="text-sm text-pretty text-failed-ink">
          {strings.voice_chat_connection}
        </p>
      )}
    </PanelFrame>
  );
}

type ReadyProps = Omit<VoiceChatPanelProps, 'takesFocus'> & { call: CallModule };

/** The panel takes the focus once, not when another language redraws it. */
function Ready({ call: { Panel, Moving }, ...props }: ReadyProps) {
  const [takesFocus] = useState(() => callLoader.takeFocus());
  // Another parent would remount the panel.
  const [Motion] = useState(() => (prefersReducedMotion() ? Fragment : Moving));
  return (
    <Motion>
      <Panel {...props} takesFocus={takesFocus} />
    </Motion>
  );
}
