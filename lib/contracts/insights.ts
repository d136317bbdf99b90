import { languages } from '../i18n/language.ts';
import { attemptOutcomes, callEnds, leadMarks } from './choices.ts';
import { day, z } from './schema.ts';

/** The query of GET /api/admin/insights: days in Tashkent, both included. */
export const insightsQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  language: z.enum(languages).optional(),
});
export type InsightsQuery = z.infer<typeof insightsQuery>;

const count = z.number().int().nonnegative();
const percentiles = z.object({ count, median: z.number().nullable(), p95: z.number().nullable() });
export type Percentiles = z.infer<typeof percentiles>;

/** Figures of the calls of a period. A call counts once it has met the agent and become a lead. */
export const insights = z.object({
  calls: count,
  reachedEnd: count,
  /** Seconds. */
  length: percentiles,
  /** Milliseconds. `answer`: waits for an answer, measured in the recordings. `firstWord`: waits for the agent's first word. */
  answer: percentiles,
  firstWord: percentiles,
  /** How long each answer took as the agent measured it, recorded or not; milliseconds. */
  agentAnswer: percentiles,
  /** Tokens and cost of the language model; no cost without a price. */
  model: z.object({ calls: count, promptTokens: count, outputTokens: count, costUsd: z.number().nullable() }),
  ends: z.array(z.object({ end: z.enum(callEnds), calls: count })),
  /** The last question of unfinished calls; null if none was asked. `name`: the owner's words for their own topic. */
  left: z.array(z.object({ topic: z.string().nullable(), name: z.string().optional(), calls: count })),
  /** How many calls reached each question of the current plan, in its order. */
  funnel: z.array(z.object({ topic: z.string(), name: z.string().optional(), calls: count })),
  languages: z.array(z.object({ language: z.string(), calls: count })),
  hours: z.array(z.object({ hour: z.number(), calls: count })),
  /** 1 is Monday. */
  weekdays: z.array(z.object({ weekday: z.number(), calls: count })),
  /** The unit of `periods` and `marks`. A long period is divided into weeks, named by their Monday. */
  step: z.enum(['day', 'week']),
  periods: z.array(z.object({ day: z.iso.date(), calls: count, reachedEnd: count })),
  marks: z.array(z.object({ day: z.iso.date(), mark: z.enum(leadMarks), leads: count })),
  /** How the latest call back to each lead ended. */
  outcomes: z.array(z.object({ outcome: z.enum(attemptOutcomes), leads: count })),
});
export type Insights = z.infer<typeof insights>;
