import type { Metadata } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getMessages, getTranslations } from 'next-intl/server';
import { preload } from 'react-dom';
import { contentId } from '@/components/site/layout/navbar';
import { listPath } from '@/components/leads/api';
import { apiQueryOf, readView } from '@/components/leads/view';
import { LeadsPage } from '@/components/leads/list/leads-page';
import { LockedNotice } from '@/components/leads/sign-in/locked-notice';
import { SignInForm } from '@/components/leads/sign-in/sign-in-form';
import { adminState } from '@/lib/server/http/admin-state';
import { stringsOf } from '@/lib/i18n/strings';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations();
  return { title: t('leads_title'), robots: { index: false, follow: false } };
}

export default async function AdminLeadsPage({ searchParams }: PageProps<'/[locale]/admin/leads'>) {
  const state = await adminState();
  const isAdmin = state === 'open' || state === 'signed_in';
  // The browser asks for the list while it still loads the page's scripts.
  const list = listPath(apiQueryOf(readView(await searchParams)));
  if (isAdmin) preload(list, { as: 'fetch', crossOrigin: 'anonymous' });
  const messages = stringsOf(await getMessages(), 'leads_', 'admin_', 'error_');
  return (
    <main
      id={contentId}
      tabIndex={-1}
      className="mx-auto min-h-svh w-full max-w-[76rem] px-5 pt-24 pb-16 xl:px-0"
    >
      <NextIntlClientProvider messages={messages}>
        {state === 'locked' && <LockedNotice />}
        {state === 'sign_in' && <SignInForm />}
        {isAdmin && <LeadsPage signedIn={state === 'signed_in'} />}
      </NextIntlClientProvider>
    </main>
  );
}
