import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { minutesSeconds } from '@/lib/time';
import { dayAndTime, megabytes, tenthsOfSeconds } from '../data/format';
import type { LeadView } from '../data/lead-data';

/** When, how long, how large, where. */
export function LeadFacts({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const language = useLocale();
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Fact name={t('leads_created')}>
        <time dateTime={lead.createdAt}>{dayAndTime(lead.createdAt, language)}</time>
      </Fact>
      <Fact name={t('leads_duration')}>{minutesSeconds(lead.duration)}</Fact>
      <Fact name={t('leads_audio_size')}>
        {t('leads_size_mb', { size: megabytes(lead.audioSize, language) })}
      </Fact>
      {lead.medianWaitS !== undefined && (
        <Fact name={t('leads_median_wait')}>
          {t('leads_seconds', { seconds: tenthsOfSeconds(lead.medianWaitS, language) })}
        </Fact>
      )}
      {lead.roomName && (
        <Fact name={t('leads_room')}>
          <span className="break-all">{lead.roomName}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
