import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Term } from '@/components/ui/term';
import { useLanguage } from '@/components/ui/use-language';
import { languageNameOf } from '@/lib/i18n/language';
import { minutesSeconds, tenthsOfSeconds } from '@/lib/time';
import type { Lead, LeadDetail } from '@/lib/contracts/leads';
import { dayAndTime, formatMegabytes } from '../format';

export function LeadConsent({ consent }: { consent: LeadDetail['consent'] }) {
  const t = useTranslations();
  const readerLanguage = useLanguage();
  if (!consent) return null;
  const { termsVersion, agreedAt, language } = consent;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded font-medium touch:py-3">{t('leads_consent')}</summary>
      <p className="mt-2 rounded-lg bg-paper-sunk p-3">
        {t('leads_consent_text', {
          time: dayAndTime(agreedAt, readerLanguage),
          version: termsVersion,
          language: languageNameOf(language),
        })}
      </p>
    </details>
  );
}

export function LeadFacts({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <dl className="relative flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <Fact name={t('leads_created')}>
        <time dateTime={lead.createdAt}>{dayAndTime(lead.createdAt, language)}</time>
      </Fact>
      {(lead.hasAudio || lead.duration > 0) && (
        <Fact name={t('leads_duration')}>{minutesSeconds(lead.duration)}</Fact>
      )}
      {lead.hasAudio && (
        <Fact name={t('leads_audio_size')}>
          {t('leads_size_mb', { size: formatMegabytes(lead.audioSize, language) })}
        </Fact>
      )}
      {lead.medianWaitS !== undefined && (
        <Fact name={t('leads_median_wait')} hint={t('leads_median_wait_hint')}>
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

function Fact({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-ink-soft">{hint === undefined ? name : <Term name={name} explanation={hint} />}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
