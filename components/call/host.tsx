'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '@/lib/i18n/language';
import { callEntry, entryAtServer, leaveEntry, retryEntry, takeFocus } from './entry';
import { PanelFrame, type VoiceChatPanelProps } from './panel/frame';
import { mayHaveUnsent } from './recording/unsent';
import type { VoiceChatStrings } from './strings';

const plainButton =
  'h-11 shrink-0 rounded-full border border-line-strong px-4 font-medium hover:bg-paper-sunk';

/**
 * The place of the call panel in the layout, on every page. It costs next to nothing until a call is asked for; it goes back into
 * the call of a page that was reloaded, and sends what an earlier visit could not (a closed tab, a crash, a lost network).
 */
export function VoiceChatHost({ strings, language }: { strings: VoiceChatStrings; language: Language }) {
  const entry = useSyncExternalStore(callEntry.subscribe, callEntry.get, entryAtServer);

  useEffect(() => {
    const recover = async (arriving: boolean) => {
      if (!(await mayHaveUnsent())) return;
      if (arriving) await (await import('./rejoin')).rejoinCall();
      else await (await import('./recording/deliver')).recoverRecordings();
    };
    // A page that cannot fetch the module now finds the recordings at the next visit.
    const start = () => void recover(false).catch(() => undefined);
    void recover(true).catch(() => undefined);
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, []);

  if (entry.state === 'none') return null;
  if (entry.state === 'ready')
    return <Ready Panel={entry.call.Panel} strings={strings} language={language} onClosed={leaveEntry} />;
  return entry.state === 'loading' ? (
    <PanelFrame
      focus
      strings={strings}
      tone="waiting"
      status={strings.voice_chat_connecting}
      onEscape={leaveEntry}
    >
      <div className="flex justify-end">
        <button type="button" onClick={leaveEntry} className={plainButton}>
          {strings.voice_chat_close}
        </button>
      </div>
    </PanelFrame>
  ) : (
    <PanelFrame
      focus
      strings={strings}
      tone="over"
      status={strings.voice_chat_connection_error}
      onEscape={leaveEntry}
    >
      <p role="alert" className="text-sm text-pretty text-failed-ink">
        {strings.voice_chat_connection}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" onClick={retryEntry} className={plainButton}>
          {strings.voice_chat_retry}
        </button>
        <button type="button" onClick={leaveEntry} className={plainButton}>
          {strings.voice_chat_close}
        </button>
      </div>
    </PanelFrame>
  );
}

type ReadyProps = Omit<VoiceChatPanelProps, 'focus'> & { Panel: React.ComponentType<VoiceChatPanelProps> };

/** The panel takes the focus once, not when it comes back with another language. */
function Ready({ Panel, ...props }: ReadyProps) {
  const [focus] = useState(takeFocus);
  return <Panel {...props} focus={focus} />;
}
