'use client';

import { useEffect, useRef } from 'react';
import { watchInView } from '@/components/ui/in-view';
import styles from './navbar.module.css';

/** Shorter scrolls are a trembling finger. */
const minScrollPx = 8;

/** Reports whether the visitor scrolls down and is not at the end of the page, until the returned function is called. */
function watchReading(onChange: (isReading: boolean) => void): () => void {
  let lastPx = window.scrollY;
  function scrolled() {
    const { scrollY: atPx, innerHeight } = window;
    const isAtEnd = atPx + innerHeight >= document.documentElement.scrollHeight - minScrollPx;
    if (Math.abs(atPx - lastPx) < minScrollPx && !isAtEnd) return;
    onChange(atPx > lastPx && !isAtEnd);
    lastPx = atPx;
  }
  window.addEventListener('scroll', scrolled, { passive: true });
  return () => window.removeEventListener('scroll', scrolled);
}

/** An invisible strip at the top of the page. Marks the root element while the strip is out of view, and while the visitor reads on. */
export function ScrollMark() {
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!strip.current) return;
    const mark = (name: string) => (isOn: boolean) => document.documentElement.toggleAttribute(name, isOn);
    const markScrolled = mark('data-scrolled');
    const unsubscribers = [
      watchInView(strip.current, (isAtTop) => markScrolled(!isAtTop)),
      watchReading(mark('data-reading')),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, []);

  return <div ref={strip} aria-hidden="true" className={styles.threshold} />;
}
