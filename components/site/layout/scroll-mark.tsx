'use client';

import { useEffect, useRef } from 'react';
import { watchInView } from '@/components/ui/in-view';
import styles from './navbar.module.css';

/** An unseen strip at the top of the page. Once it is scrolled past, the root is marked and the navbar shrinks. */
export function ScrollMark() {
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!strip.current) return;
    return watchInView(strip.current, (atTop) => {
      document.documentElement.toggleAttribute('data-scrolled', !atTop);
    });
  }, []);

  return <div ref={strip} aria-hidden="true" className={styles.threshold} />;
}
