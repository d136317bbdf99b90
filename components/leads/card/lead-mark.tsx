import { useTranslations } from 'next-intl';
import { leadMarks, type LeadMarkName } from '@/lib/contracts/leads';
import type { LeadView } from '../data/lead-data';
import { useChange } from './use-change';

const colours: Record<LeadMarkName, string> = {
  to_call: 'border-saffron-deep text-ink',
  called: 'border-turquoise text-turquoise-ink',
  closed: 'border-line text-ink-soft',
};

/** To call, called, closed: where an admin is with a lead. */
export function LeadMark({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const { busy, keep } = useChange(lead._id);

  function choose(value: string) {
    const mark = leadMarks.find((known) => known === value);
    if (mark !== undefined && !busy) void keep({ mark });
  }

  return (
    <select
      value={lead.mark}
      onChange={(event) => choose(event.currentTarget.value)}
      aria-label={t('leads_mark')}
      aria-busy={busy}
      className={`h-7 rounded-full border-2 bg-paper-raised px-2 text-xs font-semibold ${colours[lead.mark]}`}
    >
      {leadMarks.map((mark) => (
        <option key={mark} value={mark}>
          {t(`leads_mark_${mark}`)}
        </option>
      ))}
    </select>
  );
}
