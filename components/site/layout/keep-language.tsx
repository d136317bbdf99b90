'use client';

import { browserStorage } from '@/components/ui/browser-storage';
import { yearS } from '@/lib/time';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { type Language, fallbackLanguage, isLanguage, languageCookie } from '@/lib/i18n/language';
import { detectInBrowser, hrefIn, languageOfPath } from '@/lib/i18n/routing';

/** Remembers the visitor's choice in the cookie that the server reads, and in local storage. */
export function keepLanguage(language: Language) {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${yearS}; samesite=lax`;
  browserStorage.setItem(languageCookie, language);
}

function cookieLanguage(): string | undefined {
  const prefix = `${languageCookie}=`;
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(prefix));
  return cookie?.slice(prefix.length);
}

/** The section that the visitor reads and where its upper edge stands, in pixels from the window's. */
interface ReadingPlace {
  index: number;
  top: number;
}

let left: ReadingPlace | null = null;

const sections = () => [...document.querySelectorAll('main section')];

/** A switch draws the page anew in a language whose texts are longer or shorter: what is read should stay where it is. */
export function leavePlace() {
  const tops = sections().map((section) => section.getBoundingClientRect().top);
  const index = Math.max(
    tops.findLastIndex((top) => top < window.innerHeight / 2),
    0,
  );
  left = { index, top: tops[index] ?? 0 };
}

/** Brings the page back to where it was left; false where nobody has left it. */
export function takePlace(): boolean {
  if (!left) return false;
  const { index, top } = left;
  left = null;
  const section = sections()[index];
  if (section && window.scrollY > 0)
    window.scrollBy({ top: section.getBoundingClientRect().top - top, behavior: 'instant' });
  return true;
}

/** On a page whose path and cookie name no language, the sources that only the browser knows. */
export function DetectLanguage() {
  const router = useRouter();

  useEffect(() => {
    const { pathname, search, hash, hostname } = window.location;
    const cookie = cookieLanguage();
    if (languageOfPath(pathname) !== undefined || isLanguage(cookie)) return;
    const { lang: htmlLang } = document.documentElement;
    const language = detectInBrowser({
      pathname,
      cookie,
      htmlLang,
      localStorage: browserStorage.getItem(languageCookie) ?? undefined,
      hostname,
    });
    if (language === fallbackLanguage) return;
    keepLanguage(language);
    router.replace(hrefIn(language, pathname) + search + hash, { scroll: false });
  }, [router]);

  return null;
}
