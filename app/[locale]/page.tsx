import { notFound } from 'next/navigation';
import { Audiobooks } from '@/components/home/audiobooks';
import { CallToAction } from '@/components/home/call-to-action';
import { Contact } from '@/components/home/contact';
import { Hero } from '@/components/home/hero';
import { Partners } from '@/components/home/partners';
import { SttSection } from '@/components/home/stt-section';
import { TtsSection } from '@/components/home/tts-section';
import { contentId } from '@/components/layout/skip-link';
import { isLanguage } from '@/lib/language';

export default async function HomePage({ params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  return (
    <main id={contentId} tabIndex={-1}>
      <Hero language={locale} />
      <TtsSection />
      <SttSection />
      <Audiobooks />
      <Partners />
      <CallToAction language={locale} />
      <Contact language={locale} />
    </main>
  );
}
