import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import { getLanguage } from '@/lib/i18n/get-language';
import { termsVersion } from '@/lib/contracts/consent';
import { pageMetadata } from '@/lib/server/http/page-metadata';
import { dayInWords } from '@/lib/time';

export const generateMetadata = () => pageMetadata('/privacy');

const sectionKeys = ['recorded', 'why', 'demos', 'who', 'long', 'browser', 'rights'] as const;

export default async function PrivacyPage() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <Article
      title={t('privacy_title')}
      intro={t('privacy_intro')}
      note={t('page_updated', { date: dayInWords(termsVersion, language) })}
      sections={sectionKeys.map((key) => ({
        title: t(`privacy_${key}_title`),
        text: t(`privacy_${key}_text`),
      }))}
    />
  );
}
