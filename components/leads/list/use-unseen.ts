import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { browserStorage } from '@/components/ui/browser-storage';
import type { Lead } from '@/lib/contracts/leads';

/** When the newest lead came that this browser has shown. */
const seenKey = 'ovoz_leads_seen_until';

/** The leads that came since this browser last showed the list; none on its first visit. */
export function useUnseen(leads: readonly Lead[] | undefined): readonly string[] {
  const seenUntil = useSyncExternalStore(
    // Written only when the list is left, so it does not change while it is shown.
    () => () => undefined,
    () => browserStorage.getItem(seenKey),
    () => null,
  );

  const remember = useEffectEvent(() => {
    const times = [seenUntil ?? '', ...(leads ?? []).map(({ createdAt }) => createdAt)];
    browserStorage.setItem(seenKey, times.toSorted().at(-1) ?? '');
  });
  useEffect(() => {
    const onLeave = () => remember();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, []);

  if (seenUntil === null) return [];
  return (leads ?? []).flatMap(({ _id, createdAt }) => (createdAt > seenUntil ? _id : []));
}
