import { useEffect, useState } from 'react';
import { dimPage } from '@/components/brand/watch-seen';

/** In a call the page is bright this long after the visitor has scrolled. */
const brightMs = 4000;

/** Dims the page behind the open panel until the visitor scrolls. During a call it dims again. Returns true while the page is dimmed. */
export function usePageDim(isOpen: boolean, isCall: boolean): boolean {
  const [isReading, setReading] = useState(false);
  const isDimmed = isOpen && !isReading;

  useEffect(() => (isDimmed ? dimPage() : undefined), [isDimmed]);

  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      setReading(true);
      clearTimeout(timer);
      if (isCall) timer = setTimeout(() => setReading(false), brightMs);
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', handleScroll);
      setReading(false);
    };
  }, [isOpen, isCall]);

  return isDimmed;
}
