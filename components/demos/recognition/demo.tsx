'use client';

import { type DragEvent, useState } from 'react';
import { useSiteFacts } from '@/components/ui/site-facts';
import { pointTo } from '@/components/ui/point-to';
import { toast } from '@/components/ui/toast';
import type { DemoText } from '@/lib/demo-texts';
import type { Language } from '@/lib/i18n/language';
import { RateLimitNotice, useRateLimit } from '../rate-limit';
import type { SttStrings } from '../strings';
import { useWhenNear } from '../when-near';
import { isBusy } from './stt-machine';
import { SttControls, SttStatusLine } from './parts';
import { SttResult } from './result';
import { SttSample } from './sample';
import { loadTranscribe, useStt } from './use-stt';

interface SttDemoProps {
  strings: SttStrings;
  language: Language;
  sample: DemoText;
}

/** The speech-to-text demo, or a sample of it if the server recognises no speech. */
export function SttDemo({ strings, language, sample }: SttDemoProps) {
  const facts = useSiteFacts();
  const [isNotSetUp, setNotSetUp] = useState(false);
  if (isNotSetUp || facts?.recognition === false) return <SttSample strings={strings} sample={sample} />;
  return <LiveSttDemo strings={strings} language={language} onNotSetUp={() => setNotSetUp(true)} />;
}

interface LiveSttDemoProps {
  strings: SttStrings;
  language: Language;
  onNotSetUp: () => void;
}

/** The demo itself. When the visitor scrolls near, it loads the code that records. */
function LiveSttDemo({ strings, language, onNotSetUp }: LiveSttDemoProps) {
  const leftS = useRateLimit('stt');
  const panel = useWhenNear<HTMLDivElement>(loadTranscribe);
  const { state, start, stop, takeFile, bars } = useStt({
    onFailed: (fault) => {
      if (fault === 'not_set_up') onNotSetUp();
      toast.error(strings.stt_error_message);
    },
    onBlocked: () => pointTo(panel.current?.querySelector('button')),
    onDenied: () => toast.error(strings.status_mic_denied),
  });
  const canStart = leftS === 0 && !isBusy(state);
  const { isFileAbove, ...dropTarget } = useFileDrop(canStart, takeFile);

  const notice = leftS > 0 ? <RateLimitNotice strings={strings} leftS={leftS} /> : null;

  return (
    <div ref={panel} className="relative flex flex-col gap-5" {...dropTarget}>
      <SttStatusLine strings={strings} state={state} />
      <SttResult strings={strings} language={language} state={state} bars={bars} />
      <SttControls
        strings={strings}
        state={state}
        canStart={canStart}
        notice={notice}
        onStart={start}
        onStop={stop}
        onFile={takeFile}
      />
      {isFileAbove && (
        <p className="pointer-events-none absolute -inset-2 grid place-items-center rounded-2xl border-2 border-dashed border-turquoise bg-turquoise-paper text-lg font-semibold text-turquoise-ink">
          {strings.stt_drop}
        </p>
      )}
    </div>
  );
}

/** Handlers for an element onto which a file can be dropped. `isFileAbove` is true while dropping would start. */
function useFileDrop(canStart: boolean, onFile: (file: File) => void) {
  const [isFileAbove, setFileAbove] = useState(false);

  function handleDragOver(event: DragEvent<HTMLElement>) {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Without this the browser would leave the page and open the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = canStart ? 'copy' : 'none';
    setFileAbove(canStart);
  }

  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFileAbove(false);
  }

  function handleDrop(event: DragEvent<HTMLElement>) {
    event.preventDefault();
    setFileAbove(false);
    const [file] = event.dataTransfer.files;
    if (canStart && file) onFile(file);
  }

  return {
    isFileAbove: isFileAbove && canStart,
    onDragOver: handleDragOver,
    onDragLeave: handleDragLeave,
    onDrop: handleDrop,
  };
}
