import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { LeadDetailView, LeadView } from '../lead-data';
import { type RequestFailure, asRequestFailure, fetchLeadDetail } from '../api';

/** The latest of each lead, so that a row that is opened again has it at once. */
type Fetched = Map<string, { key: string; coming: Promise<LeadDetailView> }>;

const DetailsContext = createContext<Fetched>(new Map());

export function LeadDetailsProvider({ children }: { children: ReactNode }) {
  const [fetched] = useState<Fetched>(() => new Map());
  return <DetailsContext value={fetched}>{children}</DetailsContext>;
}

/** Changes with everything that the detail of a lead depends on. */
export function detailKey({ updatedAt, attemptCount, samePhoneCount, processingStatus }: LeadView): string {
  return [updatedAt, attemptCount, samePhoneCount, processingStatus].join(' ');
}

interface Details {
  /** Absent until it was fetched; after a change the one from before, until the new one is there. */
  detail: LeadDetailView | null;
  failure: RequestFailure | null;
  retry: () => void;
}

export function useLeadDetail(lead: LeadView): Details {
  const fetched = use(DetailsContext);
  const [detail, setDetail] = useState<LeadDetailView | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [tries, setTries] = useState(0);
  const { _id: id } = lead;
  const key = detailKey(lead);

  useEffect(() => {
    let current = true;
    const known = fetched.get(id);
    const coming = known?.key === key ? known.coming : fetchLeadDetail(id);
    fetched.set(id, { key, coming });
    coming.then(
      (found) => {
        if (!current) return;
        setDetail(found);
        setFailure(null);
      },
      (error: unknown) => {
        if (fetched.get(id)?.coming === coming) fetched.delete(id);
        if (current) setFailure(asRequestFailure(error));
      },
    );
    return () => {
      current = false;
    };
  }, [fetched, id, key, tries]);

  return { detail, failure, retry: () => setTries(tries + 1) };
}
