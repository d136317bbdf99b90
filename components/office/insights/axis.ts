import type { Insights, InsightsQuery } from '@/lib/contracts/insights';
import { dayMs } from '@/lib/time';

/**
 * The columns of a chart along time, those without a figure included: each day of the period, or each week between the first and
 * the last figure, because a period of weeks may have no beginning.
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
