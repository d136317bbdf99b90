import { getTranslations } from 'next-intl/server';

export default async function HomePage() {
  const t = await getTranslations();
  return (
    <main>
      <h1>{t('hero_title')}</h1>
    </main>
  );
}
