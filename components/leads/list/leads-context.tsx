import { createContext, use } from 'react';
import type { Lead } from '@/lib/contracts/leads';
import type { View } from '../view';

/** The desk's actions and state for its rows. */
export interface LeadsContextValue {
  /** Asks before it deletes. */
  confirmDelete: (leads: Lead[]) => void;
  select: (leadId: string, selected: boolean) => void;
  /** The address of the page with one lead, or with those that match the words. */
  linkTo: (what: Pick<View, 'lead' | 'q'>) => string;
  /** Opens or closes a row. */
  toggle: (leadId: string) => void;
  /** True if the list shows changes without a reload. */
  autoRefresh: boolean;
}

export const LeadsContext = createContext<LeadsContextValue | null>(null);

export function useLeadsContext(): LeadsContextValue {
  const value = use(LeadsContext);
  if (value === null) throw new Error('useLeadsContext outside of LeadsContext');
  return value;
}
