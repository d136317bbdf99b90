import { notFound } from 'next/navigation';
import { Footer } from '@/components/site/layout/footer';
import { HelpButton } from '@/components/site/layout/help-button';
import { Navbar } from '@/components/site/layout/navbar';
import { isLanguage } from '@/lib/i18n/language';

/** The frame of the visitors' pages. */
export default async function SiteLayout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  return (
    <>
      <Navbar language={locale} />
      {children}
      <Footer language={locale} />
      <HelpButton language={locale} />
    </>
  );
}
