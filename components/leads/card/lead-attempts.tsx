import { PhoneCall, PhoneMissed, PhoneOff, PhoneForwarded, type LucideIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { ToolButton } from '@/components/ui/tool-button';
import { attemptOutcomes } from '@/lib/contracts/choices';
import type { AttemptOutcome, Lead, LeadDetail } from '@/lib/contracts/leads';
import { callApi } from '@/lib/api-client';
import { dayAndTime } from '../format';
import { useRefetchLeads } from '../queries';
import { useBusyToast } from '../use-busy';
import { Block } from './block';

const icons: Record<AttemptOutcome, LucideIcon> = {
  reached: PhoneCall,
  no_answer: PhoneMissed,
  busy: PhoneForwarded,
  wrong_number: PhoneOff,
};

interface LeadAttemptsProps {
  lead: Lead;
  attempts: LeadDetail['attempts'] | undefined;
}

/** Records how a call back ended, above the history. */
export function LeadAttempts({ lead, attempts = [] }: LeadAttemptsProps) {
  const t = useTranslations();
  const language = useLanguage();
  const refetchLeads = useRefetchLeads();
  const { busy, run } = useBusyToast('leads_change_failed');

  async function add(outcome: AttemptOutcome) {
    await callApi('POST /api/leads/{id}/attempts', { params: { id: lead._id }, body: { outcome } });
    await refetchLeads();
  }

  return (
    <Block title={t('leads_attempts')}>
      <div className="flex flex-wrap gap-1.5" role="group" aria-label={t('leads_attempts_add')}>
        {attemptOutcomes.map((outcome, i) => (
          <ToolButton
            key={outcome}
            data-field={i === 0 ? 'outcome' : undefined}
            icon={icons[outcome]}
            aria-disabled={busy}
            onClick={() => busy || void run(() => add(outcome))}
          >
            {t(`leads_outcome_${outcome}`)}
          </ToolButton>
        ))}
      </div>
      <ol className="text-sm empty:hidden" aria-label={t('leads_attempts')}>
        {attempts.map(({ at, outcome, note }) => (
          <li key={at} className="flex gap-3 py-0.5">
            <time dateTime={at} className="text-ink-soft tabular-nums">
              {dayAndTime(at, language)}
            </time>
            <span>{[t(`leads_outcome_${outcome}`), note].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </Block>
  );
}
