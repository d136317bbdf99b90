'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { type Language, fallbackLanguage, hrefIn, isLanguage, languageCookie } from '@/lib/i18n/language';

const oneYearS = 365 * 24 * 3600;

/** Remembers the visitor's choice in the cookie that the server reads, and in local storage. */
export function keepLanguage(language: Language) {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${oneYearS}; samesite=lax`;
  try {
    localStorage.setItem(languageCookie, language);
  } catch {
    // A browser that keeps nothing still has the cookie and the address.
  }
}

/** The language kept in local storage, if no cookie says one. */
export function keptLanguage(): Language | null {
  if (document.cookie.split('; ').some((cookie) => cookie.startsWith(`${languageCookie}=`))) return null;
  try {
    const kept = localStorage.getItem(languageCookie);
    return isLanguage(kept) ? kept : null;
  } catch {
    return null;
  }
}

let focusAsked = false;

/** A switch draws the page anew in the other language; the keyboard should still be where it was. */
export function askFocusAfterSwitch() {
  focusAsked = true;
}

export function takeFocusAfterSwitch(): boolean {
  const asked = focusAsked;
  focusAsked = false;
  return asked;
}

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
