import { useCallback, useMemo, useState } from 'react';
import type { LeadView } from '../data/lead-data';

/** Which leads of the page are selected; one that has left the page no longer counts. */
export function useSelection(leads: LeadView[] | null) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());

  const select = useCallback((leadId: string, selected: boolean) => {
    setIds((before) => {
      const after = new Set(before);
      if (selected) after.add(leadId);
      else after.delete(leadId);
      return after;
    });
  }, []);

  const selectAll = useCallback(
    (selected: boolean) => setIds(new Set(selected ? leads?.map((lead) => lead._id) : [])),
    [leads],
  );

  const selected = useMemo(() => leads?.filter((lead) => ids.has(lead._id)) ?? [], [leads, ids]);
  return { selected, ids, select, selectAll };
}
