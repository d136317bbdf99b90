import { NextIntlClientProvider } from 'next-intl';
import { getMessages, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { contentId } from '@/components/site/layout/navbar';
import { SignInForm } from '@/components/leads/sign-in/sign-in-form';
import { type MessageKey, stringsOf } from '@/lib/i18n/strings';
import { LockedNotice } from './locked-notice';

/** The pages of the office, with the prefixes of their messages. */
const pages = {
  // The leads page names filters with the words of the insights that link to it, and a tried model with those of the set-up.
  leads: [
    'leads_',
    'setup_model_',
    'setup_reasoning_',
    'setup_server_loading',
    'insights_end',
    'insights_language',
    'insights_left',
    'insights_topic_',
    'insights_weekday_',
  ],
  live: ['live_'],
  insights: ['insights_'],
  agent: ['plan_', 'comparison_', 'evaluation_', 'office_vendor_', 'insights_topic_'],
  setup: ['setup_'],
} as const;
type OfficePageName = keyof typeof pages;

interface OfficePageProps {
  page: OfficePageName;
  /** From lib/server/http/admin-state.ts. */
  state: 'open' | 'signed_in' | 'sign_in' | 'needs_link' | 'locked';
  children: ReactNode;
}

/** Shows an office page, with its strings, to an admin; to others the sign-in form, or how to open the office. */
export async function OfficePage({ page, state, children }: OfficePageProps) {
  const isAdmin = state === 'open' || state === 'signed_in';
  const messages = stringsOf(await getMessages(), 'leads_', 'admin_', 'error_', 'office_', ...pages[page]);
  return (
    <main
      id={contentId}
      tabIndex={-1}
      className="mx-auto min-h-[calc(100svh-3.5rem)] w-full max-w-[96rem] px-3 pt-3 pb-16 transition-opacity duration-150 peer-has-data-[change=arrived]:animate-page-comes peer-has-data-[change=leaving]:opacity-30 sm:px-5"
    >
      <NextIntlClientProvider messages={messages}>
        {state === 'locked' && <LockedNotice hint="admin_locked_hint" />}
        {state === 'needs_link' && <LockedNotice hint="admin_link_hint" />}
        {state === 'sign_in' && <SignInForm />}
        {isAdmin && children}
      </NextIntlClientProvider>
    </main>
  );
}

/** Title of an office page; search engines must not list it. */
export async function officeMetadata(title: MessageKey) {
  const t = await getTranslations();
  return { title: t(title), robots: { index: false, follow: false } };
}
