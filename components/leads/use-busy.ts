import { useCallback, useState } from 'react';
import { type RequestFailure, asRequestFailure } from './api';

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
