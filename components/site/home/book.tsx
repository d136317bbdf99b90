'use client';

import { type ReactNode, useState } from 'react';
import styles from './audiobooks.module.css';

/** One book of the fan: hover, focus and tap turn it over. A second tap, Escape or leaving it turns it back. */
export function Book({ front, back }: { front: ReactNode; back: ReactNode }) {
  const [turned, setTurned] = useState(false);
  return (
    <li className={styles.book}>
      <button
        type="button"
        aria-pressed={turned}
        className={styles.cover}
        onClick={() => setTurned(!turned)}
        onBlur={() => setTurned(false)}
        onKeyDown={(event) => event.key === 'Escape' && setTurned(false)}
      >
        <span className={styles.leaf}>
          <span className={styles.front} aria-hidden="true">
            {front}
          </span>
          <span className={styles.back}>{back}</span>
        </span>
      </button>
    </li>
  );
}
