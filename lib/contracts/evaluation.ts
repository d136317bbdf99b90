import { languages } from '../i18n/language.ts';
import { nonNegativeInt, z } from './schema.ts';
import { vendorFailure } from './vendor-failures.ts';

/** Manners of the visitors in a comparison: `evaluation_manner_<name>` of the messages. */
export const comparedManners = [
  'cooperative',
  'one_breath',
  'corrects',
  'asks_back',
  'off_topic',
  'wants_person',
  'refuses_recording',
  'injection',
  'asks_what_is_known',
] as const;

/** Manners of simulated visitors. */
export const manners = [
  ...comparedManners,
  'one_word',
  'rude',
  'changes_language',
  'silent',
  'child',
  'competitor',
  'misuse',
] as const;
export type Manner = (typeof manners)[number];

/** Checks of a simulated conversation: `evaluation_check_<name>` of the messages. */
export const checkNames = [
  'answer',
  'nothing_noted',
  'phone',
  'call_back',
  'hand_over',
  'ended',
  'in_time',
  'model_answers',
  'no_silence',
  'nothing_leaked',
  'nothing_promised',
  'not_repeated',
  'known_answer',
  'language',
  'judged',
] as const;
export type CheckName = (typeof checkNames)[number];

/** Each visitor talks with each of the two plans this often. */
export const comparedRuns = 3;
/** A comparison asks the language models for about this many replies at most. */
export const comparisonMaxRequests = 1_000;

/** The conversations of one visitor with one plan. `about`: the topic of an answer, or the judge's criterion. */
const conversationCounts = z.object({
  finished: nonNegativeInt,
  passed: nonNegativeInt,
  failed: z
    .array(
      z.object({ name: z.enum(checkNames), about: z.string().max(64).optional(), times: nonNegativeInt }),
    )
    .max(100),
});

const comparisonRow = z.object({
  manner: z.enum(comparedManners),
  /** The visitor's question, if the plan's FAQ has it. */
  question: z.string().max(300).optional(),
  published: conversationCounts,
  draft: conversationCounts,
});
export type ComparisonRow = z.infer<typeof comparisonRow>;

/** `limit`: no requests or no money left today. `refused`: a vendor refused or failed. `failed`: an error in the agent. */
const comparisonEnds = ['finished', 'limit', 'refused', 'failed'] as const;

export const comparisonProgress = z.object({
  finished: nonNegativeInt,
  planned: nonNegativeInt,
  requests: nonNegativeInt,
  rows: z.array(comparisonRow).max(30),
  end: z.enum(comparisonEnds).optional(),
  refusal: vendorFailure.optional(),
});
export type ComparisonProgress = z.infer<typeof comparisonProgress>;

/** Part of the answer to a heartbeat: the comparison to run. Without `published` it uses the plan of the agent's own files. */
export const comparisonTask = z.object({
  id: z.uuid(),
  draft: z.string(),
  published: z.string().optional(),
  language: z.enum(languages),
});
export type ComparisonTask = z.infer<typeof comparisonTask>;

/** POST /api/agent/comparison, after each conversation. */
export const comparisonReport = z.strictObject({ id: z.uuid(), progress: comparisonProgress });
export const comparisonAnswer = z.object({ goesOn: z.boolean() });

const comparison = z.object({
  /** The revision of the draft that is compared. */
  revision: nonNegativeInt,
  language: z.enum(languages),
  /** `lost`: the agent that ran it has stopped reporting. */
  state: z.enum(['waiting', 'running', 'cancelled', 'lost', ...comparisonEnds]),
  progress: comparisonProgress.optional(),
});
export type Comparison = z.infer<typeof comparison>;

/** /api/admin/agent/comparison: GET reads the last one, POST compares this revision of the draft with the published plan. */
export const comparisonPage = z.object({ comparison: comparison.nullable(), maxRequests: nonNegativeInt });
export const comparisonRequest = z.strictObject({ revision: nonNegativeInt, language: z.enum(languages) });
