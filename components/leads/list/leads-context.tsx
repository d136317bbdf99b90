import { createContext, use } from 'react';
import type { LeadChange } from '@/lib/contracts/leads';
import type { LeadView } from '../lead-data';
import type { View } from '../view';

/** Actions of a card on its list. */
export interface LeadsContextValue {
  /** Asks, and then deletes. */
  remove: (leads: LeadView[]) => void;
  reload: () => void;
  /** Shows a change that the server has. */
  changed: (leadId: string, change: LeadChange) => void;
  select: (leadId: string, selected: boolean) => void;
  /** The address of the page that shows one lead, or those that the words find. */
  linkTo: (what: Pick<View, 'lead' | 'q'>) => string;
  /** Opens or closes a row. */
  toggle: (leadId: string) => void;
  /** Whether the list shows changes without a reload. */
  updatesItself: boolean;
}

export const LeadsContext = createContext<LeadsContextValue | null>(null);

export function useLeadsContext(): LeadsContextValue {
  const value = use(LeadsContext);
  if (value === null) throw new Error('useLeadsContext outside of LeadsContext');
  return value;
}
