import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { feedChunks } from './feed-chunks';
import { LeadCard } from '../card/lead-card';
import type { LeadView } from '../data/lead-data';

/** What a card takes until it was drawn once; the browser's scroll anchoring evens out the difference. */
const estimatedCardPx = 420;
/** Drawn this far before they come into view. */
const margin = '1500px 0px';
const drawnAtOnce = 2;

interface LeadFeedProps {
  leads: LeadView[];
  /** How many come before these on earlier pages, and how many there are in all. */
  offset: number;
  total: number;
  busy: boolean;
  selected: ReadonlySet<string>;
}

/** The cards, of which only those near the window are drawn. */
export function LeadFeed({ leads, offset, total, busy, selected }: LeadFeedProps) {
  const t = useTranslations();
  return (
    <div role="feed" aria-label={t('leads_title')} aria-busy={busy} className="grid gap-3">
      {feedChunks(leads).map(({ fromEnd, start, items }, i) => (
        <Chunk key={fromEnd} count={items.length} drawnFirst={i < drawnAtOnce}>
          {() =>
            items.map((lead, j) => (
              <LeadCard
                key={lead._id}
                lead={lead}
                place={offset + start + j + 1}
                total={total}
                selected={selected.has(lead._id)}
              />
            ))
          }
        </Chunk>
      ))}
    </div>
  );
}

interface ChunkProps {
  count: number;
  drawnFirst: boolean;
  children: () => ReactNode;
}

function Chunk({ count, drawnFirst, children }: ChunkProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(drawnFirst);
  const [cardPx, setCardPx] = useState(estimatedCardPx);

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        if (entry.isIntersecting) setNear(true);
        else if (!element.contains(document.activeElement)) {
          setCardPx(entry.boundingClientRect.height / count);
          setNear(false);
        }
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);

  return (
    <div ref={ref} className="grid gap-3" style={near ? undefined : { height: cardPx * count }}>
      {near && children()}
    </div>
  );
}
