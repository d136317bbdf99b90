import { Lock } from 'lucide-react';
import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { contentId } from '@/components/site/layout/navbar';
import { SignInForm } from '@/components/leads/sign-in/sign-in-form';
import { isLanguage } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';
import { type MessageKey, stringsOf } from '@/lib/i18n/strings';

/** The pages of the office in the order of its navigation, with the prefixes of their messages. */
const pages = {
  // Filters that links from the insights set are named as they are there.
  leads: [
    'leads_',
    'insights_end',
    'insights_language',
    'insights_left',
    'insights_topic_',
    'insights_weekday_',
  ],
  live: ['live_'],
  insights: ['insights_'],
  agent: ['plan_'],
  setup: ['setup_'],
} as const;
export type OfficePageName = keyof typeof pages;

interface OfficePageProps {
  page: OfficePageName;
  /** Who is looking: lib/server/http/auth.ts. */
  state: 'open' | 'signed_in' | 'sign_in' | 'needs_link' | 'locked';
  children: ReactNode;
}

/** The frame of every page of the office: the guard, the way to the other pages, and the strings of this one. */
export async function OfficePage({ page, state, children }: OfficePageProps) {
  const isAdmin = state === 'open' || state === 'signed_in';
  const messages = stringsOf(await getMessages(), 'leads_', 'admin_', 'error_', 'office_', ...pages[page]);
  return (
    <main
      id={contentId}
      tabIndex={-1}
      data-office
      className="relative mx-auto min-h-svh w-full max-w-[76rem] px-3 pt-18 pb-16 sm:px-5 xl:px-0"
    >
      <NextIntlClientProvider messages={messages}>
        {state === 'locked' && <LockedNotice hint="admin_locked_hint" />}
        {state === 'needs_link' && <LockedNotice hint="admin_link_hint" />}
        {state === 'sign_in' && <SignInForm />}
        {isAdmin && (
          <>
            <OfficeNav current={page} />
            {children}
          </>
        )}
      </NextIntlClientProvider>
    </main>
  );
}

/** Says how to open the page: by a password on a deploy, by the start command's link on a local run. */
function LockedNotice({ hint }: { hint: 'admin_locked_hint' | 'admin_link_hint' }) {
  const t = useTranslations();
  return (
    <div className="mx-auto max-w-lg py-16">
      <Lock className="size-8 text-ink-soft" aria-hidden />
      <h1 className="mt-4 text-2xl font-bold tracking-tight">{t('admin_locked')}</h1>
      <p className="mt-2 text-ink-soft">
        {t.rich(hint, {
          code: (name) => <code className="font-semibold text-ink">{name}</code>,
        })}
      </p>
    </div>
  );
}

async function OfficeNav({ current }: { current: OfficePageName }) {
  const t = await getTranslations();
  const locale = await getLocale();
  const names = Object.keys(pages).filter((name): name is OfficePageName => name in pages);
  return (
    <nav
      aria-label={t('office_nav')}
      className="mb-3 flex gap-1 overflow-x-auto border-b border-line lg:absolute lg:top-3.5 lg:left-44 lg:mb-0 lg:border-0"
    >
      {names.map((name) => (
        <a
          key={name}
          href={isLanguage(locale) ? hrefIn(locale, `/admin/${name}`) : `/admin/${name}`}
          aria-current={name === current ? 'page' : undefined}
          className="flex min-h-11 shrink-0 items-center border-b-3 border-transparent px-3 text-sm font-semibold text-ink-soft hover:text-ink aria-[current]:border-turquoise aria-[current]:text-ink max-sm:px-1.5 max-sm:text-[0.8rem]"
        >
          {t(`office_nav_${name}`)}
        </a>
      ))}
    </nav>
  );
}

/** The title and robots of an office page: nobody else finds it. */
export async function officeMetadata(title: MessageKey) {
  const t = await getTranslations();
  return { title: t(title), robots: { index: false, follow: false } };
}
