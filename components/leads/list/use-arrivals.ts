import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { usePageVisible } from '@/components/ui/use-page-visible';
import { formatPhone } from '@/lib/phone';
import type { DeskPage } from '../desk-page';
import { useNotices } from './notices-button';
import { useUnseen } from './use-unseen';

const noArrivals: readonly string[] = [];

/**
 * Counts new leads in the title of a hidden page, and notifies if allowed. Returns the rows to highlight on a visible page: new
 * leads, also those that came while the office was closed.
 */
export function useArrivals(page: DeskPage | undefined, onSeen: () => void): ReadonlySet<string> {
  const t = useTranslations();
  const isVisible = usePageVisible();
  const [wantsNotices] = useNotices();
  const arrived = page?.arrived ?? noArrivals;
  const count = arrived.length;
  const unseen = useUnseen(page?.leads);

  const clearSeen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!isVisible) clearSeen();
  }, [isVisible]);

  useEffect(() => {
    if (isVisible || count === 0) return;
    const { title } = document;
    document.title = `(${count}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [isVisible, count]);

  const notify = useEffectEvent(() => {
    if (isVisible || !wantsNotices) return;
    const latestPhone = page?.leads.find(({ _id }) => _id === arrived.at(-1))?.phoneNumber ?? '';
    showNotice(t('leads_new_count', { count }), formatPhone(latestPhone) || latestPhone);
  });
  useEffect(() => {
    if (count > 0) notify();
  }, [count]);

  const highlightedIds = isVisible ? [...arrived, ...unseen].join(' ') : '';
  return useMemo(() => new Set(highlightedIds.split(' ')), [highlightedIds]);
}

/** The tag makes a later notification replace the earlier one. */
function showNotice(title: string, body: string): void {
  const notice = new Notification(title, { body, tag: 'ovoz-leads', icon: '/icon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
