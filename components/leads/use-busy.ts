import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { toast } from '@/components/ui/toast';
import { type RequestFailure, asRequestFailure } from '@/lib/api-client';
import { useFailureWords } from './failure-words';

/** Runs async work and reports whether it runs. */
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
