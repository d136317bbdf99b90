import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { LeadRow } from '../card/lead-row';
import type { LeadView } from '../lead-data';

const minuteMs = 60_000;

function nowInMinutes(): number {
  return Math.floor(Date.now() / minuteMs);
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs / 4);
  return () => clearInterval(timer);
}

interface LeadListProps {
  leads: LeadView[];
  /** How many come before these on earlier pages, and how many there are in all. */
  offset: number;
  total: number;
  busy: boolean;
  selected: ReadonlySet<string>;
  open: ReadonlySet<string>;
}

/** The rows of a page; the browser leaves out the drawing of those out of view (content-visibility). */
export function LeadList({ leads, offset, total, busy, selected, open }: LeadListProps) {
  const t = useTranslations();
  const nowMinutes = useSyncExternalStore(everyMinute, nowInMinutes, () => 0);
  return (
    <div role="feed" aria-label={t('leads_title')} aria-busy={busy} className="border-t border-line">
      {leads.map((lead, i) => (
        <LeadRow
          key={lead._id}
          lead={lead}
          place={offset + i + 1}
          total={total}
          selected={selected.has(lead._id)}
          open={open.has(lead._id)}
          nowMinutes={nowMinutes}
        />
      ))}
    </div>
  );
}
