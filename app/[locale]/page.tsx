import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Audiobooks } from '@/components/home/audiobooks';
import { CallToAction } from '@/components/home/call-to-action';
import { Contact } from '@/components/home/contact';
import { Hero } from '@/components/home/hero';
import { Partners } from '@/components/home/partners';
import { SttSection } from '@/components/home/stt-section';
import { TtsSection } from '@/components/home/tts-section';
import { contentId } from '@/components/layout/skip-link';
import { isLanguage } from '@/lib/language';
import { pageMetadata } from '@/lib/server/page-metadata';
import { siteUrl } from '@/lib/server/site-url';
import { scriptSafeJson, structuredData } from '@/lib/structured-data';

export const generateMetadata = () => pageMetadata('/', 'site_title', 'site_description');

export default async function HomePage({ params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  const t = await getTranslations();
  const facts = structuredData({
    url: siteUrl(),
    language: locale,
    title: t('site_title'),
    description: t('site_description'),
    city: t('site_city'),
  });
  return (
    <main id={contentId} tabIndex={-1}>
      <Hero language={locale} />
      <TtsSection />
      <SttSection />
      <Audiobooks />
      <Partners />
      <CallToAction language={locale} />
      <Contact language={locale} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptSafeJson(facts) }} />
    </main>
  );
}
