import { useBrowserFlag } from './use-browser-flag';

const offKey = 'ovoz_leads_shortcuts_off';

/** True if this browser uses single-key shortcuts. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [isOff, setOff] = useBrowserFlag(offKey);
  return [!isOff, (on) => setOff(!on)];
}
