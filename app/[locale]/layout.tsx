import '../globals.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { preloadFonts } from '@/components/layout/fonts';
import { isLanguage, languages } from '@/lib/language';

export function generateStaticParams() {
  return languages.map((locale) => ({ locale }));
}

export const dynamicParams = false;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations();
  return { title: t('site_title'), description: t('site_description') };
}

export default async function Layout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  preloadFonts(locale);
  return (
    <html lang={locale}>
      <body>{children}</body>
    </html>
  );
}
