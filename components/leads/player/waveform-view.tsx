import { memo } from 'react';
import type { LeadDetail } from '@/lib/contracts/leads';
import { waveformHeight, waveformPath } from './waveform';

export type Peaks = NonNullable<LeadDetail['peaks']>;

/** Both voices, each in the colour that its speaker has in the dialogue. */
export const WaveformView = memo(function WaveformView({ peaks }: { peaks: Peaks }) {
  const { visitor, agent } = peaks;
  return (
    <svg
      viewBox={`0 0 ${Math.max(visitor.length, agent.length)} ${waveformHeight}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
      aria-hidden
    >
      <path d={waveformPath(visitor, 'visitor')} className="fill-cobalt" />
      <path d={waveformPath(agent, 'agent')} className="fill-turquoise" />
    </svg>
  );
});
