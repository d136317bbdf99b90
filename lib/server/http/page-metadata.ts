import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { getLanguage } from '../../i18n/get-language.ts';
import { type Language, languages } from '../../i18n/language.ts';
import type { PublicPage } from '../../i18n/routing.ts';
import type { MessageKey } from '../../i18n/strings.ts';

/** Title and description of a page where it is listed or shared. */
export const pageTexts: Record<PublicPage, { title: MessageKey; description: MessageKey }> = {
  '/blog': { title: 'blog_title', description: 'blog_intro' },
  '/': { title: 'site_title', description: 'site_description' },
  '/terms': { title: 'terms_title', description: 'terms_intro' },
  '/privacy': { title: 'privacy_title', description: 'privacy_intro' },
  '/docs': { title: 'docs_title', description: 'docs_intro' },
};

const ogLocales: Record<Language, string> = { uz: 'uz_UZ', ru: 'ru_RU', en: 'en_GB' };

/** Metadata of a public page. The site's address is unknown when prerendering, so page-address.ts and link-preview.ts add it. */
export async function pageMetadata(page: PublicPage): Promise<Metadata> {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  const texts = pageTexts[page];
  const title = page === '/' ? t(texts.title) : `${t(texts.title)} · Ovoz`;
  const description = t(texts.description);
  return {
    title,
    description,
    openGraph: {
      type: 'website',
      siteName: 'Ovoz',
      title,
      description,
      locale: ogLocales[language],
      alternateLocale: languages.filter((other) => other !== language).map((other) => ogLocales[other]),
    },
  };
}
