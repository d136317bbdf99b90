import type { Insights } from '@/lib/contracts/insights';
import { dayMs } from '@/lib/time';

type Figures = Pick<Insights, 'periods' | 'step'>;
type Week = Pick<Insights['periods'][number], 'calls' | 'reachedEnd'>;

const weekDays = 7;

/**
 * The last seven days of a period and the seven before. Null without earlier calls, or if the period is counted in weeks.
 * @param lastDay the last day of the period
 */
export function weekAgainstWeek(
  { periods, step }: Figures,
  lastDay: string | undefined,
): { last: Week; before: Week } | null {
  if (step !== 'day' || lastDay === undefined) return null;
  const week = (weeksAgo: number): Week => {
    const of = periods.filter(({ day }) => {
      const daysAgo = (Date.parse(lastDay) - Date.parse(day)) / dayMs;
      return Math.floor(daysAgo / weekDays) === weeksAgo;
    });
    return {
      calls: of.reduce((sum, { calls }) => sum + calls, 0),
      reachedEnd: of.reduce((sum, { reachedEnd }) => sum + reachedEnd, 0),
    };
  };
  const before = week(1);
  return before.calls === 0 ? null : { last: week(0), before };
}
