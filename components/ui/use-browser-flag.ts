import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage';

const flagEvents = new EventTarget();

/** A boolean that this browser remembers; false by default. */
export function useBrowserFlag(key: string): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (listener) => {
      flagEvents.addEventListener('change', listener);
      return () => flagEvents.removeEventListener('change', listener);
    },
    () => browserStorage.getItem(key) !== null,
    () => false,
  );
  return [on, (next) => setFlag(key, next)];
}

function setFlag(key: string, on: boolean): void {
  if (on) browserStorage.setItem(key, '1');
  else browserStorage.removeItem(key);
  flagEvents.dispatchEvent(new Event('change'));
}
