import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { LeadDetailView, LeadView } from '../lead-data';
import { fetchLeadDetail } from '../api';

/** Cache by lead and revision, so that a row that is opened again has it at once. */
type Fetched = Map<string, Promise<LeadDetailView>>;

const DetailsContext = createContext<Fetched>(new Map());

export function LeadDetailsProvider({ children }: { children: ReactNode }) {
  const [fetched] = useState<Fetched>(() => new Map());
  return <DetailsContext value={fetched}>{children}</DetailsContext>;
}

/** Changes with everything in the list that the detail of a lead depends on. */
export function detailKey(lead: LeadView): string {
  const { _id, processingStatus, audioSize, attemptCount, samePhoneCount } = lead;
  return [_id, processingStatus, audioSize, attemptCount, samePhoneCount].join(' ');
}

/** Details that the list leaves out, once fetched; a row does without them. */
export function useLeadDetail(lead: LeadView): LeadDetailView | null {
  const fetched = use(DetailsContext);
  const [detail, setDetail] = useState<LeadDetailView | null>(null);
  const { _id: id } = lead;
  const key = detailKey(lead);

  useEffect(() => {
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
  }, [fetched, id, key]);

  return detail;
}
