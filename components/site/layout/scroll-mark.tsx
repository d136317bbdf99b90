'use client';

import { useEffect, useRef } from 'react';
import { watchInView } from '@/components/ui/in-view';
import styles from './navbar.module.css';

/** A trembling finger scrolls less. */
const turnPx = 8;

/** Reports whether the visitor reads on: scrolls down, and has not reached the end of the page. Returns the function that ends it. */
function watchReading(onChange: (isReading: boolean) => void): () => void {
  let fromPx = window.scrollY;
  function scrolled() {
    const { scrollY: atPx, innerHeight } = window;
    const isAtEnd = atPx + innerHeight >= document.documentElement.scrollHeight - turnPx;
    if (Math.abs(atPx - fromPx) < turnPx && !isAtEnd) return;
    onChange(atPx > fromPx && !isAtEnd);
    fromPx = atPx;
  }
  window.addEventListener('scroll', scrolled, { passive: true });
  return () => window.removeEventListener('scroll', scrolled);
}

/** An unseen strip at the top of the page. The root is marked when it is scrolled past, and while the visitor reads on. */
export function ScrollMark() {
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!strip.current) return;
    const mark = (name: string) => (isOn: boolean) => document.documentElement.toggleAttribute(name, isOn);
    const scrolled = mark('data-scrolled');
    const ends = [
      watchInView(strip.current, (isAtTop) => scrolled(!isAtTop)),
      watchReading(mark('data-reading')),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);

  return <div ref={strip} aria-hidden="true" className={styles.threshold} />;
}
