import { barRect, equalizer, restHeights } from '@/lib/equalizer';
import styles from './lines-and-bars.module.css';

/**
 * Five bars: standing they are a voice, lying they are lines of text. As the section comes into view one becomes the other.
 */
export function LinesAndBars({ becomes }: { becomes: 'voice' | 'text' }) {
  const side = equalizer.width;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} className={styles.drawing} aria-hidden="true" focusable="false">
      <g className={becomes === 'voice' ? styles.standing : styles.lying}>
        {restHeights.map((rest, bar) => {
          const { x, width } = barRect(bar, rest);
          const height = rest * side;
          return (
            <rect
              key={bar}
              x={x}
              y={side - height}
              width={width}
              height={height}
              rx={width / 2}
              fill="currentColor"
            />
          );
        })}
      </g>
    </svg>
  );
}
