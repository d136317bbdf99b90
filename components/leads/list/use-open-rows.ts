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
 * The open leads: any number below their rows, but only the latest beside the list.
 * @param linkedLead the lead in the page's address; it opens once
 */
export function useOpenRows(linkedLead: string | undefined) {
  const isLeadBeside = useIsBeside();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [openedLink, setOpenedLink] = useState<string>();
  if (linkedLead !== openedLink) {
    setOpenedLink(linkedLead);
    if (linkedLead !== undefined) setIds([...ids.filter((id) => id !== linkedLead), linkedLead]);
  }

  const openLeadIds: ReadonlySet<string> = useMemo(
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
  const replaceOpen = useCallback(
    (leadId: string) => setIds((openIds) => (isLeadBeside && openIds.length > 0 ? [leadId] : openIds)),
    [isLeadBeside],
  );
  return { openLeadIds, toggle, replaceOpen };
}
