import type { Insights, InsightsQuery } from '@/lib/contracts/insights';
import { dayMs } from '@/lib/time';

/**
 * Returns the columns of a time chart, including those without a figure. Weeks run from the first to the last figure, because
 * the query of a long period may name no first or last day.
 * @param days with figures, sorted
 */
export function axisOf(days: string[], step: Insights['step'], { from, to }: InsightsQuery): string[] {
  const [first, last] = step === 'day' ? [from, to] : [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stepMs = step === 'day' ? dayMs : 7 * dayMs;
  const count = Math.floor((Date.parse(last) - Date.parse(first)) / stepMs) + 1;
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(first) + i * stepMs).toISOString().slice(0, 10),
  );
}
