import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { toast } from '@/components/ui/toast';
import { type RequestFailure, asRequestFailure } from './api';
import { useFailureWords } from './failure-words';

/** Runs one piece of work at a time, says whether it runs, and hands on what made it fail. */
export function useBusy(onFailure: (failure: RequestFailure) => void) {
  const [busy, setBusy] = useState(false);

  const run = useCallback(
    async (work: () => Promise<void>) => {
      setBusy(true);
      try {
        await work();
      } catch (error) {
        onFailure(asRequestFailure(error));
      } finally {
        setBusy(false);
      }
    },
    [onFailure],
  );

  return { busy, run };
}

/** The same, with a toast of that message for what failed. */
export function useBusyToast(
  failed:
    | 'admin_sign_out_failed'
    | 'leads_audio_failed'
    | 'leads_change_failed'
    | 'leads_download_failed'
    | 'leads_reprocess_failed'
    | 'live_end_failed'
    | 'live_listen_failed'
    | 'plan_failed',
) {
  const t = useTranslations();
  const words = useFailureWords();
  return useBusy(
    useCallback((failure) => toast.error(t(failed, { message: words(failure) })), [t, failed, words]),
  );
}
