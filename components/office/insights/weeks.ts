import type { Insights } from '@/lib/contracts/insights';
import { dayMs } from '@/lib/time';

type Week = Pick<Insights['periods'][number], 'calls' | 'reachedEnd'>;

const daysPerWeek = 7;

/**
 * Compares the last seven days of a period with the seven before. Null without calls in those, or if the period is counted in
 * weeks.
 * @param lastDay the last day of the period
 */
export function compareWeeks(
  { periods, step }: Pick<Insights, 'periods' | 'step'>,
  lastDay: string | undefined,
): { last: Week; before: Week } | null {
  if (step !== 'day' || lastDay === undefined) return null;
  const week = (weeksAgo: number): Week => {
    const inWeek = periods.filter(({ day }) => {
      const daysAgo = (Date.parse(lastDay) - Date.parse(day)) / dayMs;
      return Math.floor(daysAgo / daysPerWeek) === weeksAgo;
    });
    return {
      calls: inWeek.reduce((sum, { calls }) => sum + calls, 0),
      reachedEnd: inWeek.reduce((sum, { reachedEnd }) => sum + reachedEnd, 0),
    };
  };
  const before = week(1);
  return before.calls === 0 ? null : { last: week(0), before };
}
