import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { Footer } from '@/components/site/layout/footer';
import { HelpButton } from '@/components/site/layout/help-button';
import { Navbar } from '@/components/site/layout/navbar';
import { isLanguage } from '@/lib/i18n/language';

interface LayoutProps {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

/** The frame of the visitors' pages. */
export default async function SiteLayout({ children, params }: LayoutProps) {
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
