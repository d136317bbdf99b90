import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { formatPhone } from '@/lib/phone';
import type { DeskPage } from '../desk-page';
import { useIsInView } from '../use-live';
import { useNotices } from './notices-button';
import { useUnseen } from './use-unseen';

const noArrivals: readonly string[] = [];

/**
 * While the page is hidden, counts new leads in the title and notifies if allowed. Returns the rows to highlight once the page is
 * visible: those, and the leads that came while the office was closed.
 */
export function useArrivals(page: DeskPage | undefined, onSeen: () => void): ReadonlySet<string> {
  const t = useTranslations();
  const isInView = useIsInView();
  const [wantsNotices] = useNotices();
  const arrived = page?.arrived ?? noArrivals;
  const count = arrived.length;
  const unseen = useUnseen(page?.leads);

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
    const last = page?.leads.find(({ _id }) => _id === arrived.at(-1))?.phoneNumber ?? '';
    showNotice(t('leads_new_count', { count }), formatPhone(last) || last);
  });
  useEffect(() => {
    if (count > 0) notify();
  }, [count]);

  const fresh = isInView ? [...arrived, ...unseen].join(' ') : '';
  return useMemo(() => new Set(fresh.split(' ')), [fresh]);
}

/** The tag makes a later notification replace the earlier one. */
function showNotice(title: string, body: string): void {
  const notice = new Notification(title, { body, tag: 'ovoz-leads', icon: '/icon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
