import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';

/** From this width a lead opens beside the list: the variant `beside` of app/globals.css. */
const besideQuery = '(width >= 1100px)';

export function isBeside(): boolean {
  return window.matchMedia(besideQuery).matches;
}

function useIsBeside(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(besideQuery);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    isBeside,
    () => false,
  );
}

/**
 * The open rows: any number below their rows, but only the latest beside the list.
 * @param linked the lead of the page's address, which opens by itself once
 */
export function useOpenRows(linked: string | undefined) {
  const isLeadBeside = useIsBeside();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [openedLink, setOpenedLink] = useState<string>();
  if (linked !== openedLink) {
    setOpenedLink(linked);
    if (linked !== undefined) setIds([...ids.filter((id) => id !== linked), linked]);
  }

  const open: ReadonlySet<string> = useMemo(
    () => new Set(isLeadBeside ? ids.slice(-1) : ids),
    [ids, isLeadBeside],
  );
  const toggle = useCallback(
    (leadId: string) =>
      setIds((openIds) => {
        if (isLeadBeside) return openIds.at(-1) === leadId ? [] : [leadId];
        return openIds.includes(leadId) ? openIds.filter((id) => id !== leadId) : [...openIds, leadId];
      }),
    [isLeadBeside],
  );
  /** Beside the list, the lead that the keys move to replaces the open one. */
  const follow = useCallback(
    (leadId: string) => setIds((openIds) => (isLeadBeside && openIds.length > 0 ? [leadId] : openIds)),
    [isLeadBeside],
  );
  return { open, toggle, follow };
}
