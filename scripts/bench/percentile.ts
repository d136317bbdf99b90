/** The value that `share` (0 to 1) of the values do not exceed; undefined for none. */
export function percentile(values: number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
