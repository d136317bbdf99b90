import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { usePageVisible } from '@/components/ui/use-page-visible';
import type { Lead } from '@/lib/contracts/leads';
import { shownPhone } from '../format';
import { useNewestLeads } from '../queries';
import { useNotices } from './notices-button';
import { useUnseen } from './use-unseen';

type LeadId = Pick<Lead, '_id'>;

/**
 * Returns the leads that came after a known one, the latest first. Ids sort by arrival (UUID 7); `createdAt` is the call's start.
 * @param knownId undefined if no lead is known, which makes none new; empty if there was no lead
 */
export function leadsAfter<T extends LeadId>(knownId: string | undefined, leads: readonly T[] = []): T[] {
  if (knownId === undefined) return [];
  return leads.filter(({ _id }) => _id > knownId).toSorted((a, b) => (a._id < b._id ? 1 : -1));
}

/**
 * Counts new leads in the title of a hidden page, and notifies if allowed. Returns the rows to highlight on a visible page: new
 * leads, also those that came while the office was closed.
 */
export function useArrivals(shownLeads: readonly Lead[] | undefined): ReadonlySet<string> {
  const t = useTranslations();
  const isVisible = usePageVisible();
  const [wantsNotices] = useNotices();
  const unseen = useUnseen(shownLeads);

  const newestLeads = useNewestLeads();
  const newestId = newestLeads && (leadsAfter('', newestLeads)[0]?._id ?? '');
  const [last, setLast] = useState<{ isVisible: boolean; knownId?: string | undefined }>({ isVisible });
  const wasJustHidden = last.isVisible && !isVisible;
  /** The latest lead when the page was opened or last hidden. */
  const knownId = wasJustHidden ? newestId : (last.knownId ?? newestId);
  if (isVisible !== last.isVisible || knownId !== last.knownId) setLast({ isVisible, knownId });
  const arrived = leadsAfter(knownId, newestLeads);
  const count = arrived.length;
  const [latest] = arrived;

  useEffect(() => {
    if (isVisible || count === 0) return;
    const { title } = document;
    document.title = `(${count}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [isVisible, count]);

  const notify = useEffectEvent(() => {
    if (isVisible || !wantsNotices || latest === undefined) return;
    showNotice(t('leads_new_count', { count }), shownPhone(latest.phoneNumber));
  });
  useEffect(() => notify(), [latest?._id]);

  const arrivedRows = leadsAfter(knownId, shownLeads).map(({ _id }) => _id);
  const highlightedIds = isVisible ? [...arrivedRows, ...unseen].join(' ') : '';
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
