import { seekByArrows } from '@/components/ui/seek-keys';
import type { Peaks } from '@/lib/contracts/leads';
import { minutesSeconds } from '@/lib/time';
import { RangeInput } from './range-input';
import { WaveformView } from './waveform-view';

const stepS = 0.1;
const arrowS = 5;

interface SeekLabels {
  position: string;
  /** Reads the position out. */
  value: (shown: { position: string; duration: string }) => string;
}

interface SeekBarProps {
  labels: SeekLabels;
  positionS: number;
  durationS: number;
  peaks: Peaks | undefined;
  onSeek: (positionS: number) => void;
}

/** Seeks in a recording, over its waveform once that is loaded. */
export function SeekBar({ labels, positionS, durationS, peaks, onSeek }: SeekBarProps) {
  const value = Math.min(positionS, durationS);
  const shown = { position: minutesSeconds(value), duration: minutesSeconds(Math.round(durationS)) };

  return (
    <div className="flex min-w-40 flex-1 basis-48 items-center gap-3">
      <div className="relative flex h-14 min-w-0 flex-1 items-center rounded has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-cobalt">
        {peaks && <Heard peaks={peaks} share={durationS > 0 ? value / durationS : 0} />}
        <RangeInput
          bare={peaks !== undefined}
          max={durationS}
          step={stepS}
          value={value}
          onValue={onSeek}
          onKeyDown={seekByArrows({ positionS, durationS, stepS: arrowS }, onSeek)}
          aria-label={labels.position}
          aria-valuetext={labels.value(shown)}
          className="flex-1 outline-none"
        />
      </div>
      <span className="shrink-0 text-sm text-ink-soft tabular-nums" aria-hidden>
        {shown.position} / {shown.duration}
      </span>
    </div>
  );
}

/** The waveform; the part that is not played yet is paler. */
function Heard({ peaks, share }: { peaks: Peaks; share: number }) {
  const heard = `${share * 100}%`;
  return (
    <>
      <WaveformView peaks={peaks} className="absolute inset-0 size-full" />
      {share > 0 && <div className="absolute inset-y-0 right-0 bg-paper-sunk/45" style={{ left: heard }} />}
      <div className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" style={{ left: heard }} />
    </>
  );
}
