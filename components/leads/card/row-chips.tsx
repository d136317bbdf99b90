import { AlarmClock, Clock, PhoneOutgoing } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import type { Lead } from '@/lib/contracts/leads';
import { shortDayAndTime } from '@/lib/time';
import { numericDayAndTime } from '../format';
import { useLeadsContext } from '../list/leads-context';

/** The time of the next action. An overdue one also differs by icon and words. */
export function NextChip({ lead, nowMinutes }: { lead: Lead; nowMinutes: number }) {
  const t = useTranslations();
  const language = useLanguage();
  if (lead.nextAt === undefined) return null;
  const isOverdue = Date.parse(lead.nextAt) <= nowMinutes * 60_000;
  const time = shortDayAndTime(lead.nextAt, language);
  const Icon = isOverdue ? AlarmClock : Clock;
  return (
    <span
      title={lead.nextStep}
      className={`inline-flex shrink-0 items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold tabular-nums ${isOverdue ? 'bg-failed-paper text-failed-ink' : 'bg-pending-paper text-pending-ink'}`}
    >
      <Icon className="size-3" aria-hidden />
      <span className="max-md:sr-only beside:sr-only" suppressHydrationWarning>
        {isOverdue ? t('leads_overdue', { time }) : time}
      </span>
      <span className="md:hidden beside:inline" aria-hidden suppressHydrationWarning>
        {numericDayAndTime(lead.nextAt)}
      </span>
    </span>
  );
}

/** How many leads share the number, with a link to them, and how often this lead was called back. */
export function LeadCounts({ lead: { phoneNumber, samePhoneCount = 1, attemptCount = 0 } }: { lead: Lead }) {
  const t = useTranslations();
  const { linkTo } = useLeadsContext();
  return (
    <>
      {samePhoneCount > 1 && (
        <a
          href={linkTo({ q: phoneNumber })}
          aria-label={t('leads_calls_of_phone', { count: samePhoneCount })}
          title={t('leads_calls_of_phone', { count: samePhoneCount })}
          className="inline-flex min-h-6 min-w-6 shrink-0 items-center justify-center rounded text-xs font-semibold text-cobalt tabular-nums underline touch:min-h-11 touch:min-w-11"
        >
          ×{samePhoneCount}
        </a>
      )}
      {attemptCount > 0 && (
        <span
          title={t('leads_attempts_count', { count: attemptCount })}
          className="inline-flex shrink-0 items-center gap-0.5 text-xs text-ink-soft tabular-nums"
        >
          <PhoneOutgoing className="size-3" aria-hidden />
          <span aria-hidden>{attemptCount}</span>
          <span className="sr-only">{t('leads_attempts_count', { count: attemptCount })}</span>
        </span>
      )}
    </>
  );
}
