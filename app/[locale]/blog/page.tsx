import { getTranslations } from 'next-intl/server';
import { Article } from '@/components/site/layout/article';
import { pageMetadata } from '@/lib/server/http/page-metadata';

export const generateMetadata = () => pageMetadata('/blog');

const parts = ['bars', 'towers', 'girih', 'covers'] as const;

export default async function BlogPage() {
  const t = await getTranslations();
  return (
    <Article
      title={t('blog_title')}
      intro={t('blog_intro')}
      sections={parts.map((part) => ({ title: t(`blog_${part}_title`), text: t(`blog_${part}_text`) }))}
    />
  );
}
