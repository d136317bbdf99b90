import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { LeadView } from '../lead-data';
import { nextRow } from '../state';

/** Keeps the focus in the list: a row that goes while it has the focus leaves it to the next. */
export function useRowFocus(leads: LeadView[] | null, content: RefObject<HTMLElement | null>) {
  const focused = useRef<string | undefined>(undefined);
  const shownBefore = useRef(leads);

  useEffect(() => {
    const before = shownBefore.current ?? [];
    shownBefore.current = leads;
    const gone = focused.current;
    if (document.activeElement !== document.body) return;
    if (gone === undefined && before.length === leads?.length) return;
    const next = gone && nextRow(before, leads ?? [], gone);
    const rows = Array.from(content.current?.querySelectorAll<HTMLElement>('[data-lead]') ?? []);
    const row = rows.find(({ dataset }) => next !== undefined && dataset.lead === next);
    (row ?? content.current)?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [leads, content]);

  return {
    /** The row from whose place the focus goes on. */
    remember: (leadId: string | undefined) => (focused.current = leadId),
    onFocus: ({ target }: FocusEvent) =>
      (focused.current = target.closest<HTMLElement>('[data-lead]')?.dataset.lead),
    // React tells of no blur when it is the row that goes.
    onBlur: () => (focused.current = undefined),
  };
}
