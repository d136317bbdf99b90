import { useEffect, useState } from 'react';
import { dimPage } from '@/components/brand/while-seen';

/** In a call the page is bright this long after the visitor has scrolled. */
const brightMs = 4000;

/** Dims the page behind the open panel until the visitor scrolls; a call dims it again. True while it is dimmed. */
export function usePageDim(isOpen: boolean, isCall: boolean): boolean {
  const [isRead, setRead] = useState(false);
  const isDimmed = isOpen && !isRead;

  useEffect(() => (isDimmed ? dimPage() : undefined), [isDimmed]);

  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      setRead(true);
      clearTimeout(timer);
      if (isCall) timer = setTimeout(() => setRead(false), brightMs);
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', scrolled);
      setRead(false);
    };
  }, [isOpen, isCall]);

  return isDimmed;
}
