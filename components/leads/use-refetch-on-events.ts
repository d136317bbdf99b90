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
 * Refetches the queries whose key begins with `key` after each event and each reconnection. Returns false while no events can
 * arrive.
 */
export function useRefetchOnEvents(path: string, key: string, isEnabled = true): boolean {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState(false);
  // A browser allows a host only a few connections: hidden tabs release theirs.
  const isListening = usePageVisible() && isEnabled;

  useEffect(() => {
    if (!isListening) return;
    const refetch = delayedRefetch(client, key);
    const stop = subscribeToEvents(path, { onConnected: setConnected, onChange: refetch.schedule });
    return () => {
      refetch.stop();
      stop();
      setConnected(false);
    };
  }, [client, isListening, path, key]);

  return isConnected;
}
