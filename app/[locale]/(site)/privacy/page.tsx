import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import { getLanguage } from '@/lib/i18n/get-language';
import { termsVersion } from '@/lib/contracts/consent';
import { pageMetadata } from '@/lib/server/http/page-metadata';
import { dayInWords } from '@/lib/time';

export const generateMetadata = () => pageMetadata('/privacy');

const parts = ['recorded', 'why', 'demos', 'who', 'long', 'browser', 'rights'] as const;

export default async function PrivacyPage() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <Article
      title={t('privacy_title')}
      intro={t('privacy_intro')}
      note={t('page_updated', { date: dayInWords(termsVersion, language) })}
      sections={parts.map((part) => ({ title: t(`privacy_${part}_title`), text: t(`privacy_${part}_text`) }))}
    />
  );
}
