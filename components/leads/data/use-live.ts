import { useEffect, useEffectEvent, useState } from 'react';
import { eventsPath } from './leads-api';

/** Several changes that come together are answered by one reload. */
const gatherMs = 300;

/**
 * Calls `onChange` soon after any lead was added, changed or deleted, and after a connection that was lost is back.
 * Returns whether the server can tell of changes now.
 */
export function useLive(enabled: boolean, onChange: () => void): boolean {
  const [live, setLive] = useState(false);
  const tell = useEffectEvent(onChange);

  useEffect(() => {
    if (!enabled) return;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    const source = new EventSource(eventsPath);
    const soon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        tell();
      }, gatherMs);
    };
    source.onopen = () => {
      setLive(true);
      if (wasLost) soon();
    };
    source.onmessage = soon;
    source.onerror = () => {
      wasLost = true;
      setLive(false);
    };
    return () => {
      clearTimeout(gathering);
      source.close();
      setLive(false);
    };
  }, [enabled]);

  return live;
}
