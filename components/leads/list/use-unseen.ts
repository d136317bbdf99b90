import { useEffect, useEffectEvent, useState } from 'react';
import { browserStorage } from '@/components/ui/browser-storage';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { Lead } from '@/lib/contracts/leads';

/**
 * Stores the id of the newest lead that this browser has shown, under a filter or not. Older leads count as seen. Ids are in the
 * order in which leads came.
 */
const seenKey = 'ovoz_leads_last_seen';

/** Never stores an older lead than is stored: another tab may have shown a newer one meanwhile. */
export function storeNewest(leads: readonly Pick<Lead, '_id'>[]): void {
  const ids = [browserStorage.getItem(seenKey) ?? '', ...leads.map(({ _id }) => _id)];
  browserStorage.setItem(seenKey, ids.toSorted().at(-1) ?? '');
}

/** The leads that came since this browser last showed the list; none on its first visit. */
export function useUnseen(leads: readonly Lead[] | undefined): readonly string[] {
  const isHydrated = useHydrated();
  const [lastSeen] = useState(() => (typeof window === 'undefined' ? null : browserStorage.getItem(seenKey)));

  const storeShown = useEffectEvent(() => {
    if (leads) storeNewest(leads);
  });
  useEffect(() => {
    const onLeave = () => storeShown();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, []);

  // The server does not know what this browser has shown, so hydration starts without unseen leads.
  if (!isHydrated || lastSeen === null) return [];
  return (leads ?? []).flatMap(({ _id }) => (_id > lastSeen ? _id : []));
}
