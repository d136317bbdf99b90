import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { listen } from './live-updates';

/** Events that come together cause one refetch. */
const gatherMs = 300;

/**
 * Refetches the queries whose key begins with `key` after each event of `path`, and after each connection, for what happened before it.
 * Returns whether the events are coming.
 */
export function useLive(path: string, key: string, enabled = true): boolean {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  // A browser allows a host only a few connections: hidden tabs release theirs.
  const listening = useIsInView() && enabled;

  useEffect(() => {
    if (!listening) return;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    // Waits for a running fetch instead of cancelling it: frequent events must not starve a slow answer.
    function refetchSoon() {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        if (client.isFetching({ queryKey: [key] }) > 0) refetchSoon();
        else void client.invalidateQueries({ queryKey: [key] });
      }, gatherMs);
    }
    const stop = listen(path, { onLive: setLive, onChange: refetchSoon });
    return () => {
      clearTimeout(gathering);
      stop();
      setLive(false);
    };
  }, [client, listening, path, key]);

  return live;
}

/** True while the page is in view, not behind another tab. */
export function useIsInView(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
    () => true,
  );
}
