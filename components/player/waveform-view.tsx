import { memo } from 'react';
import type { Peaks } from '@/lib/contracts/leads';
import { waveformHeight, waveformPath } from './waveform';

interface WaveformViewProps {
  peaks: Peaks;
  className: string;
}

/** Both voices in the colours of their speakers in the dialogue. */
export const WaveformView = memo(function WaveformView({ peaks, className }: WaveformViewProps) {
  const { visitor, agent } = peaks;
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, visitor.length, agent.length)} ${waveformHeight}`}
      preserveAspectRatio="none"
      className={className}
      aria-hidden
    >
      <path d={waveformPath(visitor, 'visitor')} className="fill-cobalt" />
      <path d={waveformPath(agent, 'agent')} className="fill-turquoise" />
    </svg>
  );
});
