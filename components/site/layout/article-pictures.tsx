import type { ReactNode } from 'react';
import { Bars, barsViewBox } from '@/components/brand/bars';
import boburnoma from '@/components/site/home/art/covers/boburnoma.svg';
import farhod from '@/components/site/home/art/covers/farhod-va-shirin.svg';
import otkan from '@/components/site/home/art/covers/otkan-kunlar.svg';
import styles from './article-pictures.module.css';

function Picture({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <div aria-hidden="true" className={`${styles.picture} ${className}`}>
      {children}
    </div>
  );
}

function BarsAt({ heights }: { heights?: readonly number[] }) {
  return (
    <svg viewBox={barsViewBox} focusable="false">
      <Bars heights={heights} />
    </svg>
  );
}

/** The bars as dots, at rest, and with a voice. */
export function BarsPicture() {
  return (
    <Picture className={styles.bars}>
      <BarsAt heights={[0.08, 0.08, 0.08, 0.08, 0.08]} />
      <BarsAt />
      <BarsAt heights={[0.5, 0.95, 0.62, 0.85, 0.35]} />
    </Picture>
  );
}

/** Five still towers like the hero's. */
export function TowersPicture() {
  return (
    <Picture className={styles.towers}>
      <span />
      <span />
      <span />
      <span />
      <span />
    </Picture>
  );
}

export function GirihPicture() {
  return <Picture className={styles.girih} />;
}

export function CoversPicture() {
  return (
    <Picture className={styles.covers}>
      {[farhod, boburnoma, otkan].map(({ src, width, height }) => (
        <img key={src} src={src} width={width} height={height} alt="" loading="lazy" />
      ))}
    </Picture>
  );
}
