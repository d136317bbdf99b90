import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import { BarsPicture, TowersPicture } from '@/components/site/layout/article-pictures';
import { getLanguage } from '@/lib/i18n/get-language';
import { apiPagePath, hrefIn } from '@/lib/i18n/routing';
import { pageMetadata } from '@/lib/server/http/page-metadata';

export const generateMetadata = () => pageMetadata('/docs');

const sections = [
  { id: 'call', picture: <TowersPicture /> },
  { id: 'tts', picture: <BarsPicture /> },
  { id: 'stt' },
  { id: 'browser' },
  { id: 'trouble' },
] as const;

export default async function DocsPage() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  const api = { href: hrefIn(language, apiPagePath), label: t('docs_api_link') };
  return (
    <Article
      title={t('docs_title')}
      intro={t('docs_intro')}
      sections={[
        ...sections.map(({ id, ...rest }) => ({
          title: t(`docs_${id}_title`),
          text: t(`docs_${id}_text`),
          ...rest,
        })),
        { title: t('docs_api_title'), text: t('docs_api_text'), link: api },
      ]}
      call={{ text: t('article_call'), label: t('hero_call') }}
    />
  );
}
