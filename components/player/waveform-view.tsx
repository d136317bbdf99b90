import { memo } from 'react';
import { type Wave, waveformHeight, waveformPath } from './waveform';

interface WaveformViewProps {
  wave: Wave;
  className: string;
}

/** Two voices in the colours of their speakers in the dialogue. A single voice is mirrored, in the agent's colour. */
export const WaveformView = memo(function WaveformView({ wave, className }: WaveformViewProps) {
  const { up, down } = 'visitor' in wave ? { up: wave.visitor, down: wave.agent } : { up: wave, down: wave };
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, up.length, down.length)} ${waveformHeight}`}
      preserveAspectRatio="none"
      className={className}
      aria-hidden
    >
      <path d={waveformPath(up, 'up')} className={'visitor' in wave ? 'fill-cobalt' : 'fill-turquoise'} />
      <path d={waveformPath(down, 'down')} className="fill-turquoise" />
    </svg>
  );
});
