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
  const beside = useIsBeside();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<string>();
  if (linked !== opened) {
    setOpened(linked);
    if (linked !== undefined) setIds([...ids.filter((id) => id !== linked), linked]);
  }

  const open: ReadonlySet<string> = useMemo(() => new Set(beside ? ids.slice(-1) : ids), [ids, beside]);
  const toggle = useCallback(
    (leadId: string) =>
      setIds((before) => {
        if (beside) return before.at(-1) === leadId ? [] : [leadId];
        return before.includes(leadId) ? before.filter((id) => id !== leadId) : [...before, leadId];
      }),
    [beside],
  );
  /** Beside the list, an open lead gives way to the one that the keys move to. */
  const follow = useCallback(
    (leadId: string) => setIds((before) => (beside && before.length > 0 ? [leadId] : before)),
    [beside],
  );
  return { open, toggle, follow };
}
