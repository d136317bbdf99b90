import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { formatPhone } from '@/lib/phone';
import type { LeadsState } from '../state';
import { useIsInView } from '../use-leads';
import { useNotices } from './notices-button';

/**
 * Counts leads that arrive behind another tab in the page's title, and notifies of them if the owner wants that.
 * Returns the rows to mark: none while the page is hidden, so that their fading begins when somebody looks.
 */
export function useArrivals({ leads, arrived }: LeadsState, onSeen: () => void): ReadonlySet<string> {
  const t = useTranslations();
  const isInView = useIsInView();
  const [wantsNotices] = useNotices();
  const count = arrived.length;

  const hide = useEffectEvent(onSeen);
  useEffect(() => {
    if (!isInView) hide();
  }, [isInView]);

  useEffect(() => {
    if (isInView || count === 0) return;
    const { title } = document;
    document.title = `(${count}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [isInView, count]);

  const notify = useEffectEvent(() => {
    if (isInView || !wantsNotices) return;
    const last = leads?.find(({ _id }) => _id === arrived.at(-1))?.phoneNumber ?? '';
    showNotice(t('leads_new_count', { count }), formatPhone(last) || last);
  });
  useEffect(() => {
    if (count > 0) notify();
  }, [count]);

  return useMemo(() => new Set(isInView ? arrived : []), [isInView, arrived]);
}

/** One notification at a time: a later one takes the place of the one before. */
function showNotice(title: string, body: string): void {
  const notice = new Notification(title, { body, tag: 'ovoz-leads', icon: '/icon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
