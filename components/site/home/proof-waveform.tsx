import { WaveformView } from '@/components/player/waveform-view';

const barCount = 96;

/** Each turn as a share of the recording. The gaps are pauses. */
const agentTurns = [
  [0, 0.11],
  [0.24, 0.31],
  [0.46, 0.53],
  [0.68, 0.76],
  [0.9, 1],
] as const;
const visitorTurns = [
  [0.13, 0.22],
  [0.33, 0.44],
  [0.55, 0.66],
  [0.78, 0.88],
] as const;

type Turns = readonly (readonly [from: number, to: number])[];

/** From 0 to 1. Three waves without a common period look like syllables. */
function loudnessAt(bar: number): number {
  return Math.abs(0.5 * Math.sin(bar * 1.7) + 0.3 * Math.sin(bar * 0.9 + 1) + 0.2 * Math.sin(bar * 3.1));
}

/** The loudness of each bar, 0 to 255. */
function loudnessOfTurns(turns: Turns): number[] {
  return Array.from({ length: barCount }, (_, bar) => {
    const at = bar / (barCount - 1);
    const isSpeaking = turns.some(([from, to]) => at >= from && at <= to);
    return isSpeaking ? Math.round(40 + 215 * loudnessAt(bar)) : 0;
  });
}

const wave = { visitor: loudnessOfTurns(visitorTurns), agent: loudnessOfTurns(agentTurns) };

/** A recording as the office draws it. */
export function Waveform({ label }: { label: string }) {
  return (
    <div role="img" aria-label={label}>
      <WaveformView wave={wave} className="block h-14 w-full" />
    </div>
  );
}
