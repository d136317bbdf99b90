import { useTranslations } from 'next-intl';
import { toast } from '@/components/toast/toast';
import type { LeadChange } from '@/lib/contracts/leads';
import { useFailureWords } from '../data/failure-words';
import { changeLead } from '../data/leads-api';
import { useBusy } from '../data/use-busy';
import { useLeadsContext } from '../list/leads-context';

/** Keeps what the admin did about a lead; the list shows it once the server has it. */
export function useChange(leadId: string) {
  const t = useTranslations();
  const words = useFailureWords();
  const { changed } = useLeadsContext();
  const { busy, run } = useBusy((failure) =>
    toast.error(t('leads_change_failed', { message: words(failure) })),
  );

  function keep(change: LeadChange): Promise<void> {
    return run(async () => {
      await changeLead(leadId, change);
      changed(leadId, change);
    });
  }

  return { busy, keep };
}
