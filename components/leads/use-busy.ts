import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { toast } from '@/components/ui/toast';
import { type RequestFailure, asRequestFailure } from '@/lib/api-client';
import { useFailureWords } from './failure-words';

interface Work {
  busy: boolean;
  /** Why the last work failed; null once other work begins. */
  failure: RequestFailure | null;
}

/** Runs async work; reports whether it runs and why it failed. */
export function useBusy(onFailure?: (failure: RequestFailure) => void) {
  const [state, setState] = useState<Work>({ busy: false, failure: null });

  const run = useCallback(
    async (work: () => Promise<unknown>) => {
      setState({ busy: true, failure: null });
      try {
        await work();
        setState({ busy: false, failure: null });
      } catch (error) {
        const failure = asRequestFailure(error);
        setState({ busy: false, failure });
        onFailure?.(failure);
      }
    },
    [onFailure],
  );

  return { ...state, run };
}

type FailureMessage =
  | 'admin_sign_out_failed'
  | 'leads_audio_failed'
  | 'leads_change_failed'
  | 'leads_download_failed'
  | 'leads_reprocess_failed'
  | 'live_end_failed'
  | 'live_listen_failed'
  | 'plan_failed';

/** Shows an error as a toast of that message. */
export function useFailureToast(message: FailureMessage): (error: unknown) => void {
  const t = useTranslations();
  const words = useFailureWords();
  return useCallback(
    (error) => void toast.error(t(message, { message: words(asRequestFailure(error)) })),
    [t, message, words],
  );
}

/** useBusy that shows a failure as a toast. */
export function useBusyToast(message: FailureMessage) {
  return useBusy(useFailureToast(message));
}
