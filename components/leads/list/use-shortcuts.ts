import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { shortcutOf, type Shortcut } from './shortcuts';

const offKey = 'ovoz_leads_shortcuts_off';
const changed = new EventTarget();

/** Whether single keys act on the list; kept in this browser, for people whom they are in the way of. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (listener) => {
      changed.addEventListener('change', listener);
      return () => changed.removeEventListener('change', listener);
    },
    () => localStorage.getItem(offKey) === null,
    () => true,
  );
  return [on, setShortcutsOn];
}

function setShortcutsOn(on: boolean): void {
  if (on) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, '1');
  changed.dispatchEvent(new Event('change'));
}

/** Calls `act` for a shortcut pressed while nothing is typed or operated; what it returns true for is done. */
export function useShortcuts(enabled: boolean, act: (shortcut: Shortcut) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (shortcut === null || event.defaultPrevented || isTaken(event.target, event.key)) return;
    if (act(shortcut)) event.preventDefault();
  });

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}

/** Fields take every key, and a space presses what is focused. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox], [type=range]), textarea, select, dialog') !== null)
    return true;
  return key === ' ' && target.closest('button, a, summary, input') !== null;
}
