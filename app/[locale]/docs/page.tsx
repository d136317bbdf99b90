import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import { pageMetadata } from '@/lib/server/http/page-metadata';

export const generateMetadata = () => pageMetadata('/docs');

const parts = ['call', 'tts', 'stt', 'browser', 'trouble'] as const;

export default async function DocsPage() {
  const t = await getTranslations();
  return (
    <Article
      title={t('docs_title')}
      intro={t('docs_intro')}
      sections={parts.map((part) => ({ title: t(`docs_${part}_title`), text: t(`docs_${part}_text`) }))}
    />
  );
}
