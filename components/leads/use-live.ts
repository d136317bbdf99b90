import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePageVisible } from '@/components/ui/use-page-visible';
import { subscribeToEvents } from './live-updates';

/** Events that come together cause one refetch. */
const batchMs = 300;

/**
 * Schedules one refetch of the queries whose key begins with `key`. A running fetch ends first, so that frequent events never abort
 * it.
 */
export function delayedRefetch(client: QueryClient, key: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (client.isFetching({ queryKey: [key] }) > 0) schedule();
      else void client.invalidateQueries({ queryKey: [key] });
    }, batchMs);
  }

  return { schedule, stop: () => clearTimeout(timer) };
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
    const refetch = delayedRefetch(client, key);
    const stop = subscribeToEvents(path, { onLive: setLive, onChange: refetch.schedule });
    return () => {
      refetch.stop();
      stop();
      setLive(false);
    };
  }, [client, listening, path, key]);

  return live;
}
