import { getTranslations } from 'next-intl/server';
import { Audiobooks } from '@/components/site/home/audiobooks';
import { CallToAction } from '@/components/site/home/call-to-action';
import { Contact } from '@/components/site/home/contact';
import { SttSection, TtsSection } from '@/components/site/home/demo-sections';
import { Hero } from '@/components/site/home/hero';
import { Partners } from '@/components/site/home/partners';
import { Proof } from '@/components/site/home/proof';
import { contentId } from '@/components/site/layout/navbar';
import { getLanguage } from '@/lib/i18n/get-language';
import { pageMetadata } from '@/lib/server/http/page-metadata';
import { scriptSafeJson, structuredData } from '@/lib/structured-data';

export const generateMetadata = () => pageMetadata('/');

export default async function HomePage() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  const facts = structuredData({
    language,
    title: t('site_title'),
    description: t('site_description'),
    city: t('site_city'),
  });
  return (
    <main id={contentId} tabIndex={-1}>
      <Hero />
      <Proof />
      <TtsSection />
      <SttSection />
      <Audiobooks />
      <Partners />
      <CallToAction />
      <Contact />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptSafeJson(facts) }} />
    </main>
  );
}
