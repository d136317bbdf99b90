'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { type Language, fallbackLanguage, languageCookie } from '@/lib/i18n/language';
import { detectInBrowser, hrefIn, languageOfPath } from '@/lib/i18n/routing';

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

function storedLanguage(): string | undefined {
  try {
    return localStorage.getItem(languageCookie) ?? undefined;
  } catch {
    return undefined;
  }
}

function cookieLanguage(): string | undefined {
  const prefix = `${languageCookie}=`;
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(prefix));
  return cookie?.slice(prefix.length);
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

/** On a page whose path and cookie name no language, the sources that only the browser knows (spec.md section 9). */
export function DetectLanguage() {
  const router = useRouter();

  useEffect(() => {
    const { pathname, search, hash, hostname } = window.location;
    const cookie = cookieLanguage();
    if (languageOfPath(pathname) !== undefined || cookie !== undefined) return;
    const { lang: htmlLang } = document.documentElement;
    const language = detectInBrowser({
      pathname,
      cookie,
      htmlLang,
      localStorage: storedLanguage(),
      hostname,
    });
    if (language === fallbackLanguage) return;
    keepLanguage(language);
    router.replace(hrefIn(language, pathname) + search + hash, { scroll: false });
  }, [router]);

  return null;
}
