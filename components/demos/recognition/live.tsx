'use client';

import { useEffect, useState } from 'react';
import { toast } from '@/components/ui/toast';
import { warmToaster } from '@/components/ui/toast-area';
import { RateLimitNotice, useRateLimit } from '../rate-limit-notice';
import type { SttStrings } from '../strings';
import { isBusy } from './machine';
import { SttControls, SttStatusLine } from './parts';
import { SttResult } from './result';
import { isRecognitionAvailable } from './transcribe';
import { useFileDrop } from './use-file-drop';
import { useStt } from './use-stt';

export default function SttLive({ strings }: { strings: SttStrings }) {
  /** Null until the server has said; nothing is begun before. */
  const [available, setAvailable] = useState<boolean | null>(null);
  const restS = useRateLimit('stt');
  const { state, start, stop, takeFile, bars } = useStt({
    onFailed: (fault) => {
      if (fault === 'not_set_up') setAvailable(false);
      toast.error(strings.stt_error_message);
    },
    onDenied: () => toast.error(strings.status_mic_denied),
  });
  const open = available === true && restS === 0 && !isBusy(state);
  const { dropping, ...dropTarget } = useFileDrop(open, takeFile);

  useEffect(() => {
    warmToaster();
    const asking = new AbortController();
    void isRecognitionAvailable(asking.signal).then(
      (answer) => asking.signal.aborted || setAvailable(answer),
    );
    return () => asking.abort();
  }, []);

  const notice =
    available === false ? (
      <p role="note" className="grow rounded-xl bg-unknown-paper px-4 py-4 text-unknown-ink">
        {strings.stt_not_set_up}
      </p>
    ) : restS > 0 ? (
      <RateLimitNotice strings={strings} leftS={restS} />
    ) : null;

  return (
    <div className="relative flex flex-col gap-5" {...dropTarget}>
      <SttStatusLine strings={strings} state={state} />
      <SttResult strings={strings} state={state} bars={bars} />
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
