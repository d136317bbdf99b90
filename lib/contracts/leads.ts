import { languages } from '../i18n/language.ts';
import { speakers, turnMetrics } from './call-events.ts';
import {
  attemptOutcomes,
  builtInViewNames,
  callEnds,
  leadMarks,
  leadSorts,
  processingStatuses,
} from './choices.ts';
import { answer, verdict } from './interview.ts';
import { day, moment, z } from './schema.ts';

const seconds = z.number().nonnegative();
const count = z.number().int().nonnegative();
/** Loudness of equal parts of the recording. */
const loudness = z.array(z.number().min(0).max(255));
/** Loudness of each voice, in equally many parts. */
const peaks = z.object({ visitor: loudness, agent: loudness });
export type Peaks = z.infer<typeof peaks>;

/** One passage of the dialogue as the office reads it. Times are seconds of the recording; without one, from the first turn. */
const leadTurn = z.object({
  speaker: z.enum(speakers),
  fromS: z.number(),
  toS: z.number(),
  text: z.string().nullable(),
  /** How long the visitor waited for these words of the agent, in seconds; measured in the recording. */
  waitS: seconds.optional(),
});
export type LeadTurn = z.infer<typeof leadTurn>;

export type LeadMarkName = (typeof leadMarks)[number];

export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** POST /api/leads/{id}/attempts. Reaching somebody also marks the lead as called, and clears its next action. */
export const newAttempt = z
  .object({ outcome: z.enum(attemptOutcomes), note: z.string().max(1000).default('') })
  .strict();
export type NewAttempt = z.infer<typeof newAttempt>;

/** One call back as the history of a lead shows it. */
const leadAttempt = z.object({ at: z.iso.datetime(), outcome: z.enum(attemptOutcomes), note: z.string() });
export type LeadAttempt = z.infer<typeof leadAttempt>;

/** Another lead of the same number. */
const samePhoneLead = z.object({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  duration: seconds,
  hasAudio: z.boolean(),
  mark: z.enum(leadMarks),
});
export type SamePhoneLead = z.infer<typeof samePhoneLead>;

/** Steps of processing that a server may not be set up for. */
export const missingSteps = ['recognition', 'language_model'] as const;
export type MissingStep = (typeof missingSteps)[number];

/** A lead as GET /api/leads answers it. */
export const lead = z.object({
  _id: z.string().min(1),
  /** In the form +998901234567. The recording's file name begins with it. */
  phoneNumber: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().optional(),
  duration: seconds,
  audioSize: count,
  roomName: z.string().optional(),
  processingStatus: z.enum(processingStatuses),
  /** The fields of `leadSummary` as JSON. */
  summary: z.string().optional(),
  transcription: z.string().optional(),
  processingError: z.string().optional(),
  /** The code of `processingError`, for its translation. */
  processingErrorCode: z.string().optional(),
  language: z.string().optional(),
  hasAudio: z.boolean(),
  audioType: z.string().optional(),
  /** `agent`: the recording is the agent's copy, because the browser's never came, or has only a part of the call. */
  recordedBy: z.enum(speakers).optional(),
  turns: z.array(leadTurn),
  /** The median of the waits before the agent's answers, in seconds, measured in the recording. */
  medianWaitS: seconds.optional(),
  missing: z.array(z.enum(missingSteps)),
  /** No agent was free: somebody has to call back. */
  missed: z.boolean(),
  /** The visitor refused the recording in the call: neither sound nor words are stored. */
  recordingRefused: z.boolean(),
  mark: z.enum(leadMarks),
  note: z.string(),
  /** The visitor's answers, topic by topic, as the agent saved them in the call. */
  answers: z.array(answer).optional(),
  /** The number before the visitor corrected it in the call. */
  originalPhone: z.string().optional(),
  /** When the visitor wants to be called back: in their words, and as a time if it was clear. */
  callBack: z.object({ when: z.string(), at: z.iso.datetime().optional() }).optional(),
  /** The reason for a hand-over to a person. */
  handOver: z.string().optional(),
  /** The next thing to do about the lead, and when. */
  nextAt: z.iso.datetime().optional(),
  nextStep: z.string(),
  /** How many times the office has called back; only in a paged list. */
  attemptCount: count.optional(),
  /** How many leads the same number has, this one included; only in a paged list. */
  samePhoneCount: count.optional(),
  /** The loudness of both voices, in few parts; only in a paged list. */
  wave: peaks.optional(),
  /** How the call ended, and how many questions the visitor answered. Only in a paged list, for a call with the agent. */
  interview: z.object({ end: z.enum(callEnds), answered: count, questions: count }).optional(),
});
export type Lead = z.infer<typeof lead>;

/** GET /api/leads: one page, and the number of leads on all pages. */
export const leadList = z.object({ leads: z.array(lead), total: count });
export type LeadList = z.infer<typeof leadList>;

/** A visitor's consent and its time. */
const consent = z.object({ termsVersion: z.string(), agreedAt: z.iso.datetime(), language: z.string() });

/** The agent's measurements of a call: its turns, in seconds from the call's start, and the model's tokens and cost. */
export const callFigures = z.object({
  startedAt: z.iso.datetime().nullish(),
  planVersion: z.string().nullable(),
  promptTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  costUsd: z.number().nullable(),
  turns: z.array(turnMetrics.extend({ atS: z.number().nonnegative() })),
});
export type CallFigures = z.infer<typeof callFigures>;

/** GET /api/leads/{id}: a lead with its details. */
export const leadDetail = lead.extend({
  /** Absent if the agent measured nothing. */
  figures: callFigures.optional(),
  peaks: peaks.optional(),
  consent: consent.optional(),
  attempts: z.array(leadAttempt),
  /** The other leads of this number, the newest first. */
  samePhone: z.array(samePhoneLead),
  verdicts: z.array(verdict),
});
export type LeadDetail = z.infer<typeof leadDetail>;

export const nextStepMaxChars = 300;

export const noteMaxChars = 4000;
const note = z.string().max(noteMaxChars);
const leadChanges = z
  .object({
    mark: z.enum(leadMarks),
    note,
    nextAt: moment.nullable(),
    nextStep: z.string().max(nextStepMaxChars),
  })
  .partial()
  .strict();
const isChange = (change: object) => Object.keys(change).length > 0;

/** The office's change of one or several leads. */
export const leadChange = leadChanges.refine(isChange, 'nothing to change');
export type LeadChange = z.infer<typeof leadChange>;

/** PATCH /api/leads/{id}. `noteBefore` is the note that the edit began from. If somebody has changed it since, the lead has both. */
export const singleLeadChange = leadChanges
  .extend({ noteBefore: note.optional() })
  .refine(isChange, 'nothing to change');
export type SingleLeadChange = z.infer<typeof singleLeadChange>;

/** Several leads at once: DELETE /api/leads. */
export const leadSelection = z.object({ ids: z.array(z.uuid()).min(1).max(1000) });

/** The same change to several leads: PATCH /api/leads. */
export const leadsChange = leadSelection.extend({ change: leadChange });

export type LeadSort = (typeof leadSorts)[number];

/** The query of GET /api/leads and GET /api/leads/download. If empty: all leads, the newest first. */
export const leadQuery = z.object({
  /** Searches phone, note, transcript and summary; each word matches the beginning of a word. */
  q: z.string().max(200).optional(),
  status: z.enum(processingStatuses).optional(),
  mark: z.enum(leadMarks).optional(),
  /** Days in Tashkent, both included. */
  from: day.optional(),
  to: day.optional(),
  recording: z.enum(['yes', 'no']).optional(),
  /** `yes`: no agent was free when the visitor called. */
  missed: z.enum(['yes', 'no']).optional(),
  /** `due`: with a next action that is due today or overdue. */
  next: z.enum(['due', 'planned']).optional(),
  /** `yes`: the agent joined the lead's call. */
  call: z.enum(['yes', 'no']).optional(),
  language: z.enum(languages).optional(),
  /** `not_reached`: any end but `agent_closed`. */
  end: z.enum([...callEnds, 'not_reached']).optional(),
  /** The topic that was asked last in an unfinished call; `-` if none was. */
  left: z.string().max(64).optional(),
  /** `yes`: a language model took part in the call. */
  model: z.enum(['yes', 'no']).optional(),
  /** How the latest call back ended. */
  outcome: z.enum(attemptOutcomes).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** 1 is Monday. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  sort: z.enum(leadSorts).default('newest'),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** Only the leads with these ids, separated by commas. */
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.uuid()).max(1000))
    .optional(),
});
export type LeadQuery = z.infer<typeof leadQuery>;

/** POST /api/admin/views: a saved view of the desk. URL-encoded, one letter of a search takes up to nine characters. */
export const newDeskView = z
  .object({ name: z.string().trim().min(1).max(60), query: z.string().max(3000) })
  .strict();

/** GET /api/admin/views: how many leads each view has. */
export const deskViews = z.object({
  counts: z.record(z.enum(builtInViewNames), count),
  own: z.array(z.object({ id: z.string(), name: z.string(), query: z.string(), count })),
});
export type DeskViews = z.infer<typeof deskViews>;

/** One passage of the dialogue as processing stores it. Times are seconds of the recording; without one, from the first turn. */
export const leadPassage = z.object({
  speaker: z.enum(speakers),
  fromS: z.number(),
  toS: z.number(),
  text: z.string().nullable(),
  topic: z.string().nullable(),
  /** How long the visitor waited for it; only for the agent's first words after the visitor's last. */
  waitS: z.number().nullable(),
});
export type Passage = z.infer<typeof leadPassage>;
