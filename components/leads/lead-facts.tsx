import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { minutesSeconds } from '@/lib/time';
import { megabytes } from './format';
import type { LeadView } from './lead-data';

/** When, how long, how large, where. */
export function LeadFacts({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const language = useLocale();
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Fact name={t('leads_created')}>
        <CreatedAt iso={lead.createdAt} />
      </Fact>
      <Fact name={t('leads_duration')}>{minutesSeconds(lead.duration)}</Fact>
      <Fact name={t('leads_audio_size')}>
        {t('leads_size_mb', { size: megabytes(lead.audioSize, language) })}
      </Fact>
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

/** In Tashkent's time, whatever the admin's own clock says (the zone is the provider's). */
function CreatedAt({ iso }: { iso: string }) {
  const format = useFormatter();
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return <time dateTime={iso}>{format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })}</time>;
}
