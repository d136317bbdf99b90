import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { minutesSeconds } from '@/lib/time';
import { RangeInput } from './range-input';

/** Fine enough for a short answer; the arrow keys go further at a time. */
const stepS = 0.1;
const arrowS = 5;

const arrows: Record<string, number> = {
  ArrowLeft: -arrowS,
  ArrowDown: -arrowS,
  ArrowRight: arrowS,
  ArrowUp: arrowS,
};

interface SeekBarProps {
  positionS: number;
  durationS: number;
  onSeek: (positionS: number) => void;
}

export function SeekBar({ positionS, durationS, onSeek }: SeekBarProps) {
  const t = useTranslations();
  const shown = { position: minutesSeconds(positionS), duration: minutesSeconds(durationS) };

  function onKeyDown(event: KeyboardEvent) {
    const moveS = arrows[event.key];
    if (moveS === undefined) return;
    event.preventDefault();
    onSeek(Math.min(durationS, Math.max(0, positionS + moveS)));
  }

  return (
    <div className="flex min-w-40 flex-1 basis-48 items-center gap-3">
      <RangeInput
        max={durationS}
        step={stepS}
        value={Math.min(positionS, durationS)}
        onValue={onSeek}
        onKeyDown={onKeyDown}
        aria-label={t('leads_position')}
        aria-valuetext={t('leads_position_value', shown)}
        className="flex-1"
      />
      <span className="shrink-0 text-sm text-ink-soft tabular-nums" aria-hidden>
        {shown.position} / {shown.duration}
      </span>
    </div>
  );
}
