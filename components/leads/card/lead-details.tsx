import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { LeadDetailView, LeadView } from '../lead-data';
import { fetchLeadDetail } from '../api';

/** What was fetched for each state of a lead, so that a card that comes back into view has it at once. */
type Fetched = Map<string, Promise<LeadDetailView>>;

const DetailsContext = createContext<Fetched>(new Map());

export function LeadDetailsProvider({ children }: { children: ReactNode }) {
  const [fetched] = useState<Fetched>(() => new Map());
  return <DetailsContext value={fetched}>{children}</DetailsContext>;
}

/** The waveform and the consent of a lead, once they are wanted and there; a card does without them. */
export function useLeadDetail(lead: LeadView, wanted: boolean): LeadDetailView | null {
  const fetched = use(DetailsContext);
  const [detail, setDetail] = useState<LeadDetailView | null>(null);
  const { _id: id, processingStatus, audioSize } = lead;

  useEffect(() => {
    if (!wanted) return;
    const key = `${id} ${processingStatus} ${audioSize}`;
    const coming = fetched.get(key) ?? fetchLeadDetail(id);
    fetched.set(key, coming);
    let current = true;
    coming.then(
      (found) => current && setDetail(found),
      () => fetched.delete(key),
    );
    return () => {
      current = false;
    };
  }, [fetched, id, processingStatus, audioSize, wanted]);

  return detail;
}
