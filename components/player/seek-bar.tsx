import { useMemo } from 'react';
import { seekByArrows } from '@/components/ui/seek-keys';
import { useWidth } from '@/components/ui/use-width';
import { minutesSeconds } from '@/lib/time';
import { RangeInput } from './range-input';
import { type Wave, fewerBars } from './waveform';
import { WaveformView } from './waveform-view';

/** Fine enough for a word; the arrow keys move further. */
const stepS = 0.1;
/** Narrower bars run together into one grey block. */
const barPx = 3;

interface SeekLabels {
  position: string;
  /** The position in words, for screen readers. */
  value: (times: { position: string; duration: string }) => string;
}

interface SeekBarProps {
  labels: SeekLabels;
  positionS: number;
  durationS: number;
  wave: Wave | undefined;
  /** How far the arrow keys move. */
  arrowS?: number;
  onSeek: (positionS: number) => void;
}

/** Seeks in a recording, over its waveform once that is loaded. */
export function SeekBar({ labels, positionS, durationS, wave, arrowS = 5, onSeek }: SeekBarProps) {
  const value = Math.min(positionS, durationS);
  const times = { position: minutesSeconds(value), duration: minutesSeconds(Math.round(durationS)) };

  return (
    <div className="flex min-w-40 flex-1 basis-48 items-center gap-3">
      <div className="relative flex h-14 min-w-0 flex-1 items-center rounded has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-cobalt">
        {wave && <PlayedWave wave={wave} share={durationS > 0 ? value / durationS : 0} />}
        <RangeInput
          bare={wave !== undefined}
          disabled={durationS === 0}
          max={durationS}
          step={stepS}
          value={value}
          onValue={onSeek}
          onKeyDown={seekByArrows({ positionS, durationS, stepS: arrowS }, onSeek)}
          aria-label={labels.position}
          aria-valuetext={labels.value(times)}
          className="flex-1 outline-none"
        />
      </div>
      <span className="shrink-0 text-sm text-ink-soft tabular-nums" aria-hidden>
        {times.position} / {times.duration}
      </span>
    </div>
  );
}

/** The waveform; the part that is not played yet is paler. */
function PlayedWave({ wave, share }: { wave: Wave; share: number }) {
  const playedPercent = `${share * 100}%`;
  const [place, width] = useWidth<HTMLDivElement>(0);
  const barCount = Math.floor(width / barPx);
  const visibleWave = useMemo(
    () =>
      'visitor' in wave
        ? { visitor: fewerBars(wave.visitor, barCount), agent: fewerBars(wave.agent, barCount) }
        : fewerBars(wave, barCount),
    [wave, barCount],
  );
  return (
    <>
      <div ref={place} className="absolute inset-0">
        <WaveformView wave={visibleWave} className="size-full" />
      </div>
      {share > 0 && (
        <>
          <div className="absolute inset-y-0 right-0 bg-paper-sunk/45" style={{ left: playedPercent }} />
          <div className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" style={{ left: playedPercent }} />
        </>
      )}
    </>
  );
}
