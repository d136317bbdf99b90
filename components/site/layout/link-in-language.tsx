'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Language } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';
import { keepLanguage } from './keep-language';

interface LinkInLanguageProps {
  language: Language;
  /** A place within the home page. */
  anchor: string;
  className?: string;
  children: ReactNode;
}

/**
 * To the home page in a language of its own, whatever the cookie says. The address names the language; within the site the page is asked
 * for by the address it is served at, because a redirect on the way would lose the anchor.
 */
export function LinkInLanguage({ language, anchor, className, children }: LinkInLanguageProps) {
  const router = useRouter();
  return (
    <Link
      prefetch={false}
      href={`/${language}#${anchor}`}
      hrefLang={language}
      className={className}
      onNavigate={(event) => {
        event.preventDefault();
        keepLanguage(language);
        router.push(`${hrefIn(language, '/')}#${anchor}`);
      }}
    >
      {children}
    </Link>
  );
}
