'use client';

import { browserStorage } from '@/components/ui/browser-storage';
import { cookieValue, saveCookie } from '@/components/ui/cookies';
import { yearS } from '@/lib/time';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { type Language, fallbackLanguage, isLanguage, languageCookie } from '@/lib/i18n/language';
import { detectInBrowser, hrefIn, languageOfPath } from '@/lib/i18n/routing';

/** Saves the visitor's choice in the cookie that the server reads, and in local storage. */
export function saveLanguage(language: Language) {
  saveCookie(languageCookie, language, yearS);
  browserStorage.setItem(languageCookie, language);
}

/** The section in view and its upper edge, in pixels from the window's. */
interface ReadingPlace {
  index: number;
  top: number;
}

let savedPlace: ReadingPlace | null = null;

/** Without nested ones, which may exist in one language only. */
const sections = () => [...document.querySelectorAll('main section:not(section section)')];

/** Saves the section in view, so that a switch of language returns to it: translations differ in length. */
export function saveReadingPlace() {
  const tops = sections().map((section) => section.getBoundingClientRect().top);
  const index = Math.max(
    tops.findLastIndex((top) => top < window.innerHeight / 2),
    0,
  );
  savedPlace = { index, top: tops[index] ?? 0 };
}

/** Scrolls back to the saved section; returns false if none was saved. */
export function restoreReadingPlace(): boolean {
  if (!savedPlace) return false;
  const { index, top } = savedPlace;
  savedPlace = null;
  const section = sections()[index];
  if (section && window.scrollY > 0)
    window.scrollBy({ top: section.getBoundingClientRect().top - top, behavior: 'instant' });
  return true;
}

/** Detects the language in the browser if neither path nor cookie names one, and goes to its page. */
export function DetectLanguage() {
  const router = useRouter();

  useEffect(() => {
    const { pathname, search, hash, hostname } = window.location;
    const cookie = cookieValue(document.cookie, languageCookie);
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
    saveLanguage(language);
    router.replace(hrefIn(language, pathname) + search + hash, { scroll: false });
  }, [router]);

  return null;
}
