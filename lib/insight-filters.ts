import type { Insights, InsightsQuery } from './contracts/insights.ts';
import { dayMs } from './time.ts';

/** A query of GET /api/leads. */
type LeadFilterQuery = Record<string, string | undefined>;

/** Queries of GET /api/leads that return the leads behind each figure of the insights. */
export function insightFilters(query: InsightsQuery, step: Insights['step']) {
  const calls = (filter: LeadFilterQuery = {}): LeadFilterQuery => ({ ...query, call: 'yes', ...filter });
  const leads = (filter: LeadFilterQuery = {}): LeadFilterQuery => ({ ...query, ...filter });
  /** The days of one bar within the period. Its week may begin earlier or end later. */
  const during = (day: string): LeadFilterQuery => {
    const lastDay = step === 'day' ? day : new Date(Date.parse(day) + 6 * dayMs).toISOString().slice(0, 10);
    return {
      from: query.from !== undefined && query.from > day ? query.from : day,
      to: query.to !== undefined && query.to < lastDay ? query.to : lastDay,
    };
  };
  return { calls, leads, during };
}

/** The parameters of the filters that have a value. */
export function paramsOf(filter: LeadFilterQuery): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

export function queryStringOf(filter: LeadFilterQuery): string {
  return paramsOf(filter).toString();
}
