import '../globals.css';
import type { Viewport } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { preloadFonts } from '@/components/layout/fonts';
import { Footer } from '@/components/layout/footer';
import { HelpButton } from '@/components/layout/help-button';
import { KeptLanguage } from '@/components/layout/kept-language';
import { Navbar } from '@/components/layout/navbar';
import { SkipLink } from '@/components/layout/skip-link';
import { ToastArea } from '@/components/toast/toast-area';
import { VoiceChatHost } from '@/components/voice-chat/host';
import { messagesOf } from '@/lib/i18n/messages';
import { isLanguage, languages } from '@/lib/language';
import { stringsOf } from '@/lib/strings';

export function generateStaticParams() {
  return languages.map((locale) => ({ locale }));
}

export const dynamicParams = false;

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf6ea' },
    { media: '(prefers-color-scheme: dark)', color: '#0a1233' },
  ],
};

interface LayoutProps {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

export default async function Layout({ children, params }: LayoutProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  const t = await getTranslations();
  preloadFonts(locale);
  return (
    <html lang={locale}>
      <body>
        <SkipLink text={t('nav_skip')} />
        <Navbar language={locale} />
        {children}
        <Footer language={locale} />
        <HelpButton language={locale} />
        <VoiceChatHost strings={stringsOf(messagesOf[locale], 'voice_chat_')} language={locale} />
        <ToastArea strings={stringsOf(messagesOf[locale], 'toast_')} />
        <KeptLanguage />
      </body>
    </html>
  );
}
