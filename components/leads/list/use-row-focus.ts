import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { Lead } from '@/lib/contracts/leads';
import { rowToFocus } from '../desk-page';

/** Focuses the next row when the focused one disappears, and a lead's row when the lead closes with the focus inside. */
export function useRowFocus(
  leads: Lead[] | undefined,
  openLeadIds: ReadonlySet<string>,
  content: RefObject<HTMLElement | null>,
) {
  const focused = useRef<string | undefined>(undefined);
  const previousLeadsRef = useRef(leads);

  useEffect(() => {
    const previousLeads = previousLeadsRef.current ?? [];
    previousLeadsRef.current = leads;
    const focusedId = focused.current;
    const active = document.activeElement;
    // A row or a lead is inert during its exit animation, and may still have the focus.
    if (active !== document.body && active?.closest('[inert]') === null) return;
    // The focused row is unknown. It may be a removed one; if none was removed, leave the focus alone.
    if (focusedId === undefined && previousLeads.length <= (leads?.length ?? 0)) return;
    const nextId = focusedId && rowToFocus(previousLeads, leads ?? [], focusedId);
    const rows = Array.from(content.current?.querySelectorAll<HTMLElement>('[data-lead]') ?? []);
    const row = rows.find(({ dataset }) => nextId !== undefined && dataset.lead === nextId);
    (row ?? content.current)?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [leads, openLeadIds, content]);

  return {
    /** Treats a row as focused until the next focus or blur event. */
    rememberFocus: (leadId: string | undefined) => (focused.current = leadId),
    onFocus: ({ target }: FocusEvent) =>
      (focused.current = target.closest<HTMLElement>('[data-lead]')?.dataset.lead),
    // The browser also blurs an inert row, which the user did not leave. React sends no blur for a removed row.
    onBlur: ({ target }: FocusEvent) => {
      if (target.closest('[inert]') === null) focused.current = undefined;
    },
  };
}
