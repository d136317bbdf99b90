import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import { getLanguage } from '@/lib/i18n/get-language';
import { termsVersion } from '@/lib/contracts/consent';
import { pageMetadata } from '@/lib/server/http/page-metadata';
import { dayInWords } from '@/lib/time';

export const generateMetadata = () => pageMetadata('/terms');

const sectionKeys = ['agent', 'recorded', 'limits', 'yours', 'sounds', 'change'] as const;

export default async function TermsPage() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <Article
      title={t('terms_title')}
      intro={t('terms_intro')}
      note={t('page_updated', { date: dayInWords(termsVersion, language) })}
      sections={sectionKeys.map((key) => ({ title: t(`terms_${key}_title`), text: t(`terms_${key}_text`) }))}
    />
  );
}
