import { AnimatePresence } from 'motion/react';
import { useTranslations } from 'next-intl';
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import type { Lead } from '@/lib/contracts/leads';
import { LeadRow } from '../card/lead-row';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Motion } from '@/components/ui/motion';
import { ToolButton } from '@/components/ui/tool-button';
import { minuteMs } from '@/lib/time';

/** The number of rows that fill a screen. The rest is drawn after the first paint. */
const firstPaintRows = 16;

function toMinutes(ms: number): number {
  return Math.floor(ms / minuteMs);
}

function subscribeToMinutes(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs / 4);
  return () => clearInterval(timer);
}

interface LeadListProps {
  leads: Lead[];
  /** The query of these rows. Rows of another query replace them without an animation. */
  query: string;
  /** The number of leads on earlier pages. */
  offset: number;
  total: number;
  busy: boolean;
  selected: ReadonlySet<string>;
  openLeadIds: ReadonlySet<string>;
  arrived: ReadonlySet<string>;
  /** The server's time when it rendered the first rows; ages are relative to it until hydration. */
  renderedAtMs: number;
}

/** The rows of a page. The browser skips drawing the rows out of view (content-visibility). */
export function LeadList(props: LeadListProps) {
  const { leads, query, offset, total, busy, selected, openLeadIds, arrived, renderedAtMs } = props;
  const t = useTranslations();
  const nowMinutes = useSyncExternalStore(
    subscribeToMinutes,
    () => toMinutes(Date.now()),
    () => toMinutes(renderedAtMs),
  );
  const [rowLimit, setRowLimit] = useState(firstPaintRows);
  useEffect(() => startTransition(() => setRowLimit(Infinity)), []);
  return (
    <div
      role="feed"
      aria-label={t('leads_title')}
      aria-busy={busy}
      // A stale list is refetched at once, so `aria-busy` may differ from the server's HTML.
      suppressHydrationWarning
      className="border-t border-line beside:mr-[calc(var(--beside)+1.25rem)]"
    >
      <Motion>
        <AnimatePresence key={query} initial={false} presenceAffectsLayout={false}>
          {leads.slice(0, rowLimit).map((lead, i) => (
            <LeadRow
              key={lead._id}
              lead={lead}
              position={offset + i + 1}
              total={total}
              selected={selected.has(lead._id)}
              open={openLeadIds.has(lead._id)}
              isNew={arrived.has(lead._id)}
              nowMinutes={nowMinutes}
            />
          ))}
        </AnimatePresence>
      </Motion>
    </div>
  );
}

/** Shown beside the list while no lead is open. */
export function ChooseLead() {
  const t = useTranslations();
  return (
    <div className="absolute inset-y-0 right-0 hidden w-(--beside) beside:block">
      <p className="sticky top-(--desk-top) grid min-h-64 place-items-center rounded-xl border border-dashed border-line px-8 text-center text-sm text-pretty text-ink-soft">
        {t('leads_choose')}
      </p>
    </div>
  );
}

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pages, onPage }: PagerProps) {
  const t = useTranslations();
  if (pages < 2) return null;
  return (
    <nav
      aria-label={t('leads_pages')}
      className="flex items-center justify-center gap-3 pt-3 beside:mr-[calc(var(--beside)+1.25rem)]"
    >
      {page > 1 && (
        <ToolButton icon={ChevronLeft} onClick={() => onPage(page - 1)}>
          {t('leads_previous_page')}
        </ToolButton>
      )}
      <p className="text-sm tabular-nums">{t('leads_page', { page, pages })}</p>
      {page < pages && (
        <ToolButton icon={ChevronRight} onClick={() => onPage(page + 1)}>
          {t('leads_next_page')}
        </ToolButton>
      )}
    </nav>
  );
}
