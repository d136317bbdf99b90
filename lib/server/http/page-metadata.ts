import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { isLanguage, fallbackLanguage, languages } from '../../i18n/language.ts';
import type { Language } from '../../i18n/language.ts';
import { type PublicPage, pathsOf } from '../../i18n/routing.ts';
import type { MessageKey } from '../../i18n/strings.ts';
import { siteUrl } from '../platform/site-url.ts';

const ogLocales: Record<Language, string> = { uz: 'uz_UZ', ru: 'ru_RU', en: 'en_GB' };

/** What search engines and those who share a link are told of a public page: its title, its addresses in each language, its picture. */
export async function pageMetadata(
  page: PublicPage,
  titleKey: MessageKey,
  descriptionKey: MessageKey,
): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations(), getLocale()]);
  const language = isLanguage(locale) ? locale : fallbackLanguage;
  const paths = pathsOf(page);
  const title = page === '/' ? t(titleKey) : `${t(titleKey)} · Ovoz`;
  const description = t(descriptionKey);
  return {
    metadataBase: new URL(siteUrl()),
    title,
    description,
    alternates: { canonical: paths[language], languages: paths },
    openGraph: {
      type: 'website',
      siteName: 'Ovoz',
      title,
      description,
      url: paths[language],
      locale: ogLocales[language],
      alternateLocale: languages.filter((other) => other !== language).map((other) => ogLocales[other]),
      images: [{ url: `/og/${language}.jpg`, width: 1200, height: 630, alt: t('site_title') }],
    },
    twitter: { card: 'summary_large_image' },
  };
}
