import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LeadCard } from '../card/lead-card';
import type { LeadView } from '../lead-data';

/** How many cards are drawn and dropped together. */
const chunkSize = 5;

export interface FeedChunk<Item> {
  /** Counted from the end of the list, so that a new item at its head moves no card into another chunk. */
  fromEnd: number;
  /** The place of the first item in the list. */
  start: number;
  items: Item[];
}

/** Cuts a list, the newest first, into chunks; the first one holds what the others leave. */
export function feedChunks<Item>(items: readonly Item[]): FeedChunk<Item>[] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, i) => {
    const fromEnd = count - 1 - i;
    const end = items.length - fromEnd * chunkSize;
    const start = Math.max(0, end - chunkSize);
    return { fromEnd, start, items: items.slice(start, end) };
  });
}

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
