'use client';

import { useEffect, useRef } from 'react';
import styles from './navbar.module.css';

/** An unseen strip at the top of the page: once it has been scrolled past, the root says so and the navbar shrinks. */
export function ScrollMark() {
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!strip.current) return;
    const root = document.documentElement;
    const observer = new IntersectionObserver(([entry]) => {
      root.toggleAttribute('data-scrolled', !(entry?.isIntersecting ?? true));
    });
    observer.observe(strip.current);
    return () => observer.disconnect();
  }, []);

  return <div ref={strip} aria-hidden="true" className={styles.threshold} />;
}
