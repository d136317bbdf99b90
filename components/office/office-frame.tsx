import { NextIntlClientProvider } from 'next-intl';
import { getMessages, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Logo } from '@/components/brand/bars';
import { officePages } from '@/components/leads/office-pages';
import { LanguageSwitcher } from '@/components/site/layout/language-switcher';
import type { Language } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';
import { stringsOf } from '@/lib/i18n/strings';
import { OfficePalette } from './office-palette';
import { OfficeQueries } from './office-queries';
import { OfficeTabs } from './office-tabs';

interface OfficeFrameProps {
  language: Language;
  isAdmin: boolean;
  children: ReactNode;
}

/** The office's own shell. Its bar stays in view; the page below it scrolls. */
export async function OfficeFrame({ language, isAdmin, children }: OfficeFrameProps) {
  const t = await getTranslations();
  const tabs = Object.values(officePages).map((page) => ({
    href: hrefIn(language, `/admin/${page}`),
    name: t(`office_nav_${page}`),
  }));
  return (
    <OfficeQueries>
      <header className="peer sticky top-0 z-30 border-b border-line bg-paper [--small:0.75rem] [--wide:0.75rem]">
        <div className="mx-auto flex min-h-14 w-full max-w-[96rem] flex-wrap items-center gap-x-3 px-3 sm:px-5 lg:gap-x-6">
          <a
            href={hrefIn(language, '/')}
            aria-label={t('nav_home')}
            className="flex min-h-11 items-center rounded-lg"
          >
            <Logo />
          </a>
          {isAdmin && <OfficeTabs label={t('office_nav')} tabs={tabs} />}
          <div className="ml-auto flex items-center gap-2 max-md:order-1">
            {isAdmin && (
              // The palette belongs to no page, so it and its shortcuts survive a change of page.
              <NextIntlClientProvider messages={stringsOf(await getMessages(), 'office_')}>
                <OfficePalette />
              </NextIntlClientProvider>
            )}
            <nav aria-label={t('nav_language')} className="relative">
              <LanguageSwitcher language={language} label={t('nav_language')} />
            </nav>
          </div>
        </div>
      </header>
      {children}
    </OfficeQueries>
  );
}
