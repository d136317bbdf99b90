/** Closed lists of the contracts, apart from the schemas: a page that needs a list must not load zod. */

export const processingStatuses = ['pending', 'processing', 'completed', 'failed'] as const;

export const exportFormats = ['json', 'csv'] as const;

/** The office's mark on a lead. */
export const leadMarks = ['to_call', 'called', 'closed'] as const;

/** How an attempt to call a lead back ended. */
export const attemptOutcomes = ['reached', 'no_answer', 'busy', 'wrong_number'] as const;

/** `due`: first the overdue and today's leads by their time, then the newest. */
export const leadSorts = ['newest', 'oldest', 'longest', 'due'] as const;

export const builtInViewNames = [
  'all',
  'due',
  'to_call',
  'called',
  'closed',
  'no_recording',
  'missed',
] as const;
/** The views that every desk has, with their filters. */
export const builtInViews = {
  all: {},
  due: { next: 'due' },
  to_call: { mark: 'to_call' },
  called: { mark: 'called' },
  closed: { mark: 'closed' },
  no_recording: { recording: 'no' },
  missed: { missed: 'yes' },
} as const satisfies Record<(typeof builtInViewNames)[number], object>;

/** The ends of a call that the agent reports. */
export const callEndReasons = ['agent_closed', 'visitor_left', 'agent_failed'] as const;
/** The ends that the insights count. `silent`: the agent closed a call without hearing anybody. `unknown`: nobody reported an end. */
export const callEnds = [...callEndReasons, 'silent', 'operator_ended', 'unknown'] as const;

/** Fields of a lead's summary, in the specification's own names and in the order in which they are shown. */
export const summaryFields = [
  'ism',
  'kasb',
  'maqsad',
  'asosiy_mavzular',
  'ehtiyojlar',
  'keyingi_qadamlar',
] as const;

/** By their number in queries and insights: 1 is Monday. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const modelKinds = ['recognition', 'voice'] as const;

/** Values of OpenAI's `reasoning_effort` that most servers know. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];
