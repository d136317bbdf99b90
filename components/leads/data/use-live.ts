import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { eventsPath } from './leads-api';

/** Several changes that come together are answered by one reload. */
const gatherMs = 300;

/**
 * Calls `onChange` soon after any lead was added, changed or deleted, and each time the connection is made, for what
 * happened before.
 * Returns whether the server can tell of changes now.
 */
export function useLive(enabled: boolean, onChange: () => void): boolean {
  const [live, setLive] = useState(false);
  const tell = useEffectEvent(onChange);
  // A browser allows a host only a few connections: pages that nobody looks at leave theirs to the others.
  const listening = useIsInView() && enabled;

  useEffect(() => {
    if (!listening) return;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const source = new EventSource(eventsPath);
    const soon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        tell();
      }, gatherMs);
    };
    source.onopen = () => {
      setLive(true);
      soon();
    };
    source.onmessage = soon;
    source.onerror = () => setLive(false);
    return () => {
      clearTimeout(gathering);
      source.close();
      setLive(false);
    };
  }, [listening]);

  return live;
}

/** Whether the page is in view, not behind another tab. */
function useIsInView(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
    () => true,
  );
}
