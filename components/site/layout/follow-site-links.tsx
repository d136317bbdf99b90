'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { isLanguage } from '@/lib/i18n/language';
import { hrefIn } from '@/lib/i18n/routing';
import { saveLanguage } from './language-choice';

/** Follows links within the site without a reload, so that a call continues. Without this listener they are plain links. */
export function FollowSiteLinks() {
  const router = useRouter();

  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || opensElsewhere || event.defaultPrevented) return;
      // The layout stays mounted, so a popover around the link must be closed.
      link.closest<HTMLElement>('[popover]')?.hidePopover();
      if (link.target !== '' || link.origin !== window.location.origin) return;
      const { pathname, search, hash, hreflang } = link;
      const isSamePage = pathname + search === window.location.pathname + window.location.search;
      if (pathname.startsWith('/api/') || (isSamePage && hash !== '')) return;
      event.preventDefault();
      if (isLanguage(hreflang)) saveLanguage(hreflang);
      router.push((isLanguage(hreflang) ? hrefIn(hreflang, pathname) : pathname) + search + hash);
    }
    // On the window, so that the page's own handlers run first.
    window.addEventListener('click', follow);
    return () => window.removeEventListener('click', follow);
  }, [router]);

  return null;
}
