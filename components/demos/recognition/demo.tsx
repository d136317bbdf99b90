'use client';

import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSiteFacts } from '@/components/ui/site-facts';
import { pointTo } from '@/components/ui/point-to';
import { toast } from '@/components/ui/toast';
import type { Language } from '@/lib/i18n/language';
import { RateLimitNotice, useRateLimit } from '../rate-limit';
import type { SttStrings } from '../strings';
import { useWhenNear } from '../when-near';
import { isBusy } from './stt-machine';
import { SttControls, SttStatusLine } from './parts';
import { SttResult } from './result';
import { loadTranscribe, useStt } from './use-stt';

/** Once taken away, the section stays away: a change of language draws the page anew. */
let takenAway = false;

/**
 * Takes the section away where the server recognises no speech, unless the visitor has come to it already: nothing on the screen moves. It
 * stands in the page's HTML because the pages are made before the server's settings are known.
 */
export function RecognitionOnly({ children }: { children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState(takenAway);
  const missing = useSiteFacts()?.recognition === false;

  useLayoutEffect(() => {
    if (!missing || takenAway) return;
    // In a frame of its own: between frames the page may have been scrolled further than the layout knows.
    const frame = requestAnimationFrame(() => {
      takenAway = (section.current?.getBoundingClientRect().top ?? 0) >= window.innerHeight;
      flushSync(() => setHidden(takenAway));
    });
    return () => cancelAnimationFrame(frame);
  }, [missing]);

  return (
    <div ref={section} hidden={hidden}>
      {children}
    </div>
  );
}

/** The speech-to-text demo. The code behind its recording comes when the visitor comes near it. */
export function SttDemo({ strings, language }: { strings: SttStrings; language: Language }) {
  const facts = useSiteFacts();
  const [refused, setRefused] = useState(false);
  const missing = refused || facts?.recognition === false;
  const restS = useRateLimit('stt');
  const panel = useWhenNear<HTMLDivElement>(loadTranscribe);
  const { state, start, stop, takeFile, bars } = useStt({
    onFailed: (fault) => {
      if (fault === 'not_set_up') setRefused(true);
      toast.error(strings.stt_error_message);
    },
    onHeld: () => pointTo(panel.current?.querySelector('button')),
    onDenied: () => toast.error(strings.status_mic_denied),
  });
  const open = !missing && restS === 0 && !isBusy(state);
  const { dropping, ...dropTarget } = useFileDrop(open, takeFile);

  const notice = missing ? (
    <p role="note" className="grow rounded-xl bg-unknown-paper px-4 py-4 text-unknown-ink">
      {strings.stt_not_set_up}
    </p>
  ) : restS > 0 ? (
    <RateLimitNotice strings={strings} leftS={restS} />
  ) : null;

  return (
    <div ref={panel} className="relative flex flex-col gap-5" {...dropTarget}>
      <SttStatusLine strings={strings} state={state} />
      <SttResult strings={strings} language={language} state={state} bars={bars} />
      <SttControls
        strings={strings}
        state={state}
        open={open}
        notice={notice}
        onStart={start}
        onStop={stop}
        onFile={takeFile}
      />
      {dropping && (
        <p className="pointer-events-none absolute -inset-2 grid place-items-center rounded-2xl border-2 border-dashed border-turquoise bg-turquoise-paper text-lg font-semibold text-turquoise-ink">
          {strings.stt_drop}
        </p>
      )}
    </div>
  );
}

/** Handlers for an element onto which a file can be dropped, and whether one is above it now. */
function useFileDrop(open: boolean, onFile: (file: File) => void) {
  const [above, setAbove] = useState(false);

  function over(event: DragEvent<HTMLElement>) {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Without this the browser would leave the page and open the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = open ? 'copy' : 'none';
    setAbove(open);
  }

  function leave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setAbove(false);
  }

  function drop(event: DragEvent<HTMLElement>) {
    event.preventDefault();
    setAbove(false);
    const [file] = event.dataTransfer.files;
    if (open && file) onFile(file);
  }

  return { dropping: above && open, onDragOver: over, onDragLeave: leave, onDrop: drop };
}
