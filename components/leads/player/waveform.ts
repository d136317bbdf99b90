const height = 100;
const middle = height / 2;
const loudest = 255;
/** Even silence is a line. */
const thinnest = 1;

export const waveformHeight = height;

/**
 * One voice as the data of an SVG path, a bar for each part of the recording, one unit apart; the visitor's voice grows
 * up from the middle, the agent's down.
 * @param peaks loudness, 0 to 255
 */
export function waveformPath(peaks: readonly number[], voice: 'visitor' | 'agent'): string {
  const direction = voice === 'visitor' ? -1 : 1;
  return peaks
    .map((peak, i) => {
      const length = Math.max(thinnest, Math.round((peak / loudest) * middle));
      return `M${i} ${middle}v${direction * length}h.7V${middle}z`;
    })
    .join('');
}
