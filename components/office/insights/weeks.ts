import type { Insights, InsightsQuery } from '@/lib/contracts/insights';
import { dayMs } from '@/lib/time';

type Week = Pick<Insights['periods'][number], 'calls' | 'reachedEnd'>;

const daysPerWeek = 7;

/**
 * Compares the last seven days of a period with the seven before. Returns null if those had no calls, or if the period is shorter
 * than both weeks, has no end, or is counted in weeks.
 */
export function compareWeeks(
  { periods, step }: Pick<Insights, 'periods' | 'step'>,
  { from, to }: Pick<InsightsQuery, 'from' | 'to'>,
): { last: Week; before: Week } | null {
  if (step !== 'day' || to === undefined) return null;
  const daysBeforeEnd = (day: string) => (Date.parse(to) - Date.parse(day)) / dayMs;
  if (from !== undefined && daysBeforeEnd(from) < 2 * daysPerWeek - 1) return null;
  const week = (weeksAgo: number): Week => {
    const inWeek = periods.filter(({ day }) => Math.floor(daysBeforeEnd(day) / daysPerWeek) === weeksAgo);
    return {
      calls: inWeek.reduce((sum, { calls }) => sum + calls, 0),
      reachedEnd: inWeek.reduce((sum, { reachedEnd }) => sum + reachedEnd, 0),
    };
  };
  const before = week(1);
  return before.calls === 0 ? null : { last: week(0), before };
}
