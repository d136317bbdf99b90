/** A stretch of time, in seconds. */
export interface Span {
  fromS: number;
  toS: number;
}

export function overlapS(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.toS, b.toS) - Math.max(a.fromS, b.fromS));
}

/**
 * How much later the same speech stands in the recording than on the agent's clock. The agent tells when it spoke, the
 * recording shows when its channel was loud; the offset at which both cover each other best is the one. The two clocks
 * belong to different machines, so no timestamp is trusted.
 * @param told what the agent says it spoke, seconds on its own clock
 * @param heard what its channel holds, seconds of the recording
 * @returns seconds to add to `told`; null when there is nothing to hold together
 */
export function recordingOffsetS(told: Span[], heard: Span[]): number | null {
  let best: { offsetS: number; coveredS: number } | null = null;
  for (const turn of told) {
    for (const span of heard) {
      const offsetS = span.fromS - turn.fromS;
      const coveredS = coverS(shift(told, offsetS), heard);
      if (best === null || coveredS > best.coveredS) best = { offsetS, coveredS };
    }
  }
  return best === null || best.coveredS === 0 ? null : best.offsetS;
}

function shift(spans: Span[], offsetS: number): Span[] {
  return spans.map(({ fromS, toS }) => ({ fromS: fromS + offsetS, toS: toS + offsetS }));
}

function coverS(told: Span[], heard: Span[]): number {
  return told.reduce(
    (sum, turn) => sum + heard.reduce((covered, span) => covered + overlapS(turn, span), 0),
    0,
  );
}
