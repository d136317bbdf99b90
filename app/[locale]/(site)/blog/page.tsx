import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import {
  BarsPicture,
  CoversPicture,
  GirihPicture,
  TowersPicture,
} from '@/components/site/layout/article-pictures';
import { pageMetadata } from '@/lib/server/http/page-metadata';

export const generateMetadata = () => pageMetadata('/blog');

const sections = [
  { id: 'bars', picture: <BarsPicture /> },
  { id: 'towers', picture: <TowersPicture /> },
  { id: 'girih', picture: <GirihPicture /> },
  { id: 'covers', picture: <CoversPicture /> },
] as const;

export default async function BlogPage() {
  const t = await getTranslations();
  return (
    <Article
      title={t('blog_title')}
      intro={t('blog_intro')}
      sections={sections.map(({ id, picture }) => ({
        title: t(`blog_${id}_title`),
        text: t(`blog_${id}_text`),
        picture,
      }))}
      call={{ text: t('article_call'), label: t('hero_call') }}
    />
  );
}
