import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import { BarsPicture, TowersPicture } from '@/components/site/layout/article-pictures';
import { pageMetadata } from '@/lib/server/http/page-metadata';

export const generateMetadata = () => pageMetadata('/docs');

const parts = [
  { id: 'call', picture: <TowersPicture /> },
  { id: 'tts', picture: <BarsPicture /> },
  { id: 'stt' },
  { id: 'browser' },
  { id: 'trouble' },
] as const;

export default async function DocsPage() {
  const t = await getTranslations();
  return (
    <Article
      title={t('docs_title')}
      intro={t('docs_intro')}
      sections={parts.map(({ id, ...rest }) => ({
        title: t(`docs_${id}_title`),
        text: t(`docs_${id}_text`),
        ...rest,
      }))}
      call={{ text: t('article_call'), label: t('hero_call') }}
    />
  );
}
