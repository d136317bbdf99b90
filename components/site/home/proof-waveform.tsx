const barCount = 96;
const laneHeight = 22;
const step = 5;

/** Each turn as a share of the recording. The gaps are pauses. */
const agentTurns = [
  [0, 0.11],
  [0.24, 0.31],
  [0.46, 0.53],
  [0.68, 0.76],
  [0.9, 1],
] as const;
const customerTurns = [
  [0.13, 0.22],
  [0.33, 0.44],
  [0.55, 0.66],
  [0.78, 0.88],
] as const;

type Turns = readonly (readonly [from: number, to: number])[];

/** The height of a bar, 0 to 1: three waves that never meet look like syllables. */
function loudness(bar: number): number {
  return Math.abs(0.5 * Math.sin(bar * 1.7) + 0.3 * Math.sin(bar * 0.9 + 1) + 0.2 * Math.sin(bar * 3.1));
}

function lanePath(turns: Turns, middle: number): string {
  const bars = Array.from({ length: barCount }, (_, bar) => {
    const at = bar / (barCount - 1);
    const isSpeaking = turns.some(([from, to]) => at >= from && at <= to);
    const height = isSpeaking ? 4 + loudness(bar) * (laneHeight - 4) : 1;
    return `M${bar * step + 2} ${(middle - height / 2).toFixed(1)}v${height.toFixed(1)}`;
  });
  return bars.join('');
}

/** A recording as the office draws it: one lane for each voice. */
export function Waveform({ label }: { label: string }) {
  return (
    <svg
      viewBox={`0 0 ${barCount * step} ${2 * laneHeight + 6}`}
      role="img"
      aria-label={label}
      className="block w-full"
      strokeWidth="2.4"
      strokeLinecap="round"
      fill="none"
    >
      <path d={lanePath(customerTurns, laneHeight / 2)} className="stroke-cobalt" />
      <path d={lanePath(agentTurns, laneHeight * 1.5 + 6)} className="stroke-turquoise" />
    </svg>
  );
}
