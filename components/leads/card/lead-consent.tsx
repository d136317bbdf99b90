import { useLocale, useTranslations } from 'next-intl';
import { isLanguage, languageNames } from '@/lib/language';
import { dayAndTime } from '../data/format';
import type { LeadDetailView } from '../data/lead-data';

/** The receipt of the visitor's agreement. */
export function LeadConsent({ consent }: { consent: LeadDetailView['consent'] }) {
  const t = useTranslations();
  const reader = useLocale();
  if (!consent) return null;
  const { termsVersion, agreedAt, language } = consent;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded font-medium">{t('leads_consent')}</summary>
      <p className="mt-2 rounded-lg bg-paper-sunk p-3">
        {t('leads_consent_text', {
          time: dayAndTime(agreedAt, reader),
          version: termsVersion,
          language: isLanguage(language) ? languageNames[language] : language,
        })}
      </p>
    </details>
  );
}
