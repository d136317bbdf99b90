import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { browserStorage } from '@/components/ui/browser-storage';
import type { Lead } from '@/lib/contracts/leads';

/** Stores the creation time of the newest lead that this browser has shown, under a filter or not. Older leads count as seen. */
const seenKey = 'ovoz_leads_seen_until';

/** The leads that came since this browser last showed the list; none on its first visit. */
export function useUnseen(leads: readonly Lead[] | undefined): readonly string[] {
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const [seenUntil] = useState(() =>
    typeof window === 'undefined' ? null : browserStorage.getItem(seenKey),
  );

  const storeNewest = useEffectEvent(() => {
    const times = [seenUntil ?? '', ...(leads ?? []).map(({ createdAt }) => createdAt)];
    browserStorage.setItem(seenKey, times.toSorted().at(-1) ?? '');
  });
  useEffect(() => {
    const onLeave = () => storeNewest();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, []);

  // The server does not know what this browser has shown, so hydration starts without unseen leads.
  if (!isHydrated || seenUntil === null) return [];
  return (leads ?? []).flatMap(({ _id, createdAt }) => (createdAt > seenUntil ? _id : []));
}
