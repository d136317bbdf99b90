import cyrillic from '../fonts/onest-cyrillic.woff2?url';
import latin from '../fonts/onest-latin.woff2?url';
import type { Viewport } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { preload } from 'react-dom';
import { VoiceChatHost } from '@/components/call/host';
import { DetectLanguage } from '@/components/site/layout/language-choice';
import { SkipLink } from '@/components/site/layout/navbar';
import { FollowSiteLinks } from '@/components/site/layout/follow-site-links';
import { ToastArea } from '@/components/ui/toast-area';
import { type Language, isLanguage, languages } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/i18n/strings';
import '../globals.css';

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

/** Next adds this query to the fonts' addresses in the style sheet. Another address would load them twice. */
const deploymentQuery = process.env.NEXT_DEPLOYMENT_ID ? `?dpl=${process.env.NEXT_DEPLOYMENT_ID}` : '';

function preloadFonts(language: Language) {
  const files = language === 'ru' ? [cyrillic, latin] : [latin];
  for (const file of files)
    preload(file + deploymentQuery, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}

export default async function Layout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  const t = await getTranslations();
  preloadFonts(locale);
  return (
    <html lang={locale}>
      <body>
        <SkipLink text={t('nav_skip')} />
        <p className="old-browser bg-saffron p-4 text-center text-on-saffron">{t('page_old_browser')}</p>
        {children}
        <VoiceChatHost strings={stringsOf(messagesOf[locale], 'voice_chat_')} language={locale} />
        <ToastArea strings={stringsOf(messagesOf[locale], 'toast_')} />
        <DetectLanguage />
        <FollowSiteLinks />
      </body>
    </html>
  );
}
