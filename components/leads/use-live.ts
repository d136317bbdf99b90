import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePageVisible } from '@/components/ui/use-page-visible';
import { listen } from './live-updates';

/** Events that come together cause one refetch. */
const gatherMs = 300;

/**
 * Refetches the queries whose key begins with `key` soon after `soon`. Waits for a running fetch, so that frequent events cannot
 * starve it.
 */
export function refetchSoon(client: QueryClient, key: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (client.isFetching({ queryKey: [key] }) > 0) soon();
      else void client.invalidateQueries({ queryKey: [key] });
    }, gatherMs);
  }

  return { soon, stop: () => clearTimeout(timer) };
}

/**
 * Refetches the queries whose key begins with `key` after each event and each reconnection. Returns true if events are arriving.
 */
export function useLive(path: string, key: string, enabled = true): boolean {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  // A browser allows a host only a few connections: hidden tabs release theirs.
  const listening = usePageVisible() && enabled;

  useEffect(() => {
    if (!listening) return;
    const refetch = refetchSoon(client, key);
    const stop = listen(path, { onLive: setLive, onChange: refetch.soon });
    return () => {
      refetch.stop();
      stop();
      setLive(false);
    };
  }, [client, listening, path, key]);

  return live;
}
