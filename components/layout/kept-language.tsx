'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { fallbackLanguage, hrefIn, isLanguage } from '@/lib/language';
import { keepLanguage, keptLanguage } from './keep-language';

/** Local storage counts where neither the path nor the cookie names a language (spec.md section 9); the server can't see it. */
export function KeptLanguage() {
  const router = useRouter();

  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const kept = keptLanguage();
    if (isLanguage(pathname.split('/')[1]) || kept === null) return;
    keepLanguage(kept);
    if (kept !== fallbackLanguage) router.replace(hrefIn(kept, pathname) + search + hash, { scroll: false });
  }, [router]);

  return null;
}
