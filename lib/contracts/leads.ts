import { z } from './schema.ts';
import { languages } from '../i18n/language.ts';
import type { Answer, Verdict } from './interview.ts';
import { callEndReasons, speakers, type SpeakerName, turnMetrics } from './call-events.ts';

export const processingStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type ProcessingStatusName = (typeof processingStatuses)[number];

/** The longest recording that makes sense: a call is closed long before. */
const maxDurationS = 6 * 3600;

/** What the browser measured of a call, for its trace; times are milliseconds since 1970 on its clock. */
const browserStep = z.object({
  name: z.enum(['token', 'connect', 'first_word']),
  fromMs: z.number().int().positive().max(8.64e15),
  toMs: z.number().int().positive().max(8.64e15),
  spanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
});
export type BrowserStep = z.infer<typeof browserStep>;

/** A recording is worth more than its trace: steps that cannot be read are none. */
export function readSteps(field: string | undefined): BrowserStep[] {
  try {
    return z
      .array(browserStep)
      .max(8)
      .parse(JSON.parse(field ?? '[]'));
  } catch {
    return [];
  }
}

/** The fields of POST /api/leads beside its file `audio`. Numbers come as text in a form. */
export const leadFields = z.object({
  phoneNumber: z.string().max(32).default(''),
  /** Whole seconds. */
  duration: z
    .string()
    .regex(/^\d{1,5}$/, 'must be whole seconds')
    .transform(Number)
    .pipe(z.number().max(maxDurationS)),
  roomName: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,128}$/)
    .optional(),
  /** The browser's steps in JSON, where the token's answer said that traces are kept. */
  steps: z.string().max(4096).optional(),
});

/**
 * POST /api/leads/upload: the first two as the client of the blob store and the store itself send them, the last one is the
 * browser's own word that its recording is stored.
 */
export const directUpload = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('blob.generate-client-token'),
    payload: z.object({
      pathname: z.string().max(256),
      multipart: z.boolean(),
      /** The fields of POST /api/leads in JSON. */
      clientPayload: z.string().max(8192),
    }),
  }),
  z.object({
    type: z.literal('blob.upload-completed'),
    payload: z.looseObject({ blob: z.looseObject({ pathname: z.string() }), tokenPayload: z.string() }),
  }),
  z.object({ type: z.literal('recording.stored'), payload: z.object({ receipt: z.string().max(8192) }) }),
]);
export type DirectUpload = z.infer<typeof directUpload>;

/** What lets the browser store its recording by itself. */
export const uploadGrant = z.object({
  type: z.literal('blob.generate-client-token'),
  clientToken: z.string(),
  /** Where the token may write. */
  pathname: z.string(),
  receipt: z.string(),
});

/** One turn of the conversation as the admin reads it; times are seconds from the call's start. */
export interface LeadTurn {
  speaker: SpeakerName;
  fromS: number;
  toS: number;
  text: string | null;
  /** How long the visitor waited for these words of the agent, in seconds; measured in the recording. */
  waitS?: number;
}

/** The admin's mark on a lead. */
export const leadMarks = ['to_call', 'called', 'closed'] as const;
export type LeadMarkName = (typeof leadMarks)[number];

/** How an attempt to call a lead back ended. */
export const attemptOutcomes = ['reached', 'no_answer', 'busy', 'wrong_number'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** POST /api/leads/{id}/attempts. Reaching somebody also marks the lead as called. */
export const newAttempt = z
  .object({ outcome: z.enum(attemptOutcomes), note: z.string().max(1000).default('') })
  .strict();
export type NewAttempt = z.infer<typeof newAttempt>;

/** One call back as the history of a lead shows it. */
export interface LeadAttempt {
  at: string;
  outcome: AttemptOutcome;
  note: string;
}

/** Another lead of the same number. */
export interface SamePhoneLead {
  _id: string;
  createdAt: string;
  duration: number;
  hasAudio: boolean;
  mark: LeadMarkName;
}

/** Steps of processing that this server is not set up for. */
export const missingParts = ['recognition', 'language_model'] as const;
export type MissingPart = (typeof missingParts)[number];

/** A lead as GET /api/leads answers it. */
export interface Lead {
  _id: string;
  /** In the form +998901234567; also what the recording's file name begins with. */
  phoneNumber: string;
  createdAt: string;
  duration: number;
  audioSize: number;
  roomName?: string;
  processingStatus: ProcessingStatusName;
  summary?: string;
  transcription?: string;
  processingError?: string;
  /** Its code, by which it is translated. */
  processingErrorCode?: string;
  language?: string;
  hasAudio: boolean;
  audioType?: string;
  turns: LeadTurn[];
  /** The middle one of the waits before the agent's answers, in seconds; measured in the recording. */
  medianWaitS?: number;
  missing: MissingPart[];
  /** All lines were taken: there was no call, somebody has to call back. */
  missed: boolean;
  mark: LeadMarkName;
  note: string;
  /** The visitor's answers, topic by topic, as the agent noted it in the call. */
  answers?: Answer[];
  /** The number before the visitor corrected it in the call. */
  originalPhone?: string;
  /** When the visitor wants to be called back: in their words, and as a time if it was clear. */
  callBack?: { when: string; at?: string };
  /** Why a person has to take over. */
  handOver?: string;
  /** The next thing to do about the lead, and when. */
  nextAt?: string;
  nextStep: string;
  /** How many times the office has called back; only in a paged list. */
  attemptCount?: number;
  /** How many leads the same number has, this one included; only in a paged list. */
  samePhoneCount?: number;
  /** The loudness of both voices together in few parts, 0 to 255; only in a paged list. */
  wave?: number[];
}

/** A visitor's consent and its time. */
export interface Consent {
  termsVersion: string;
  agreedAt: string;
  language: string;
}

/** What the agent measured in a call: each of its turns, in seconds from the call's start, and what the language model took. */
export const callFigures = z.object({
  planVersion: z.string().nullable(),
  promptTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  costUsd: z.number().nullable(),
  turns: z.array(turnMetrics.extend({ atS: z.number().nonnegative() })),
});
export type CallFigures = z.infer<typeof callFigures>;

/** GET /api/leads/{id}: a lead with what only its own page needs. */
export interface LeadDetail extends Lead {
  /** Absent where the agent measured nothing. */
  figures?: CallFigures;
  /** Loudness of each voice, 0 to 255, over equal parts of the recording. */
  peaks?: { visitor: number[]; agent: number[] };
  consent?: Consent;
  attempts: LeadAttempt[];
  /** The other leads of this number, the newest first. */
  samePhone: SamePhoneLead[];
  /** How the owner's criteria were met. */
  verdicts: Verdict[];
}

/** PATCH /api/leads/{id}: what an admin notes about a lead. */
export const leadChange = z
  .object({
    mark: z.enum(leadMarks),
    note: z.string().max(4000),
    nextAt: z.iso.datetime().nullable(),
    nextStep: z.string().max(300),
  })
  .partial()
  .strict()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type LeadChange = z.infer<typeof leadChange>;

/** Several leads at once: DELETE /api/leads. */
export const leadSelection = z.object({ ids: z.array(z.uuid()).min(1).max(1000) });

/** The same change to several leads: PATCH /api/leads. */
export const leadsChange = leadSelection.extend({ change: leadChange });

/** `due`: what is overdue first, the oldest on top, then the newest. */
export const leadSorts = ['newest', 'oldest', 'longest', 'due'] as const;
export type LeadSort = (typeof leadSorts)[number];

/** Postgres has no year 0. */
const day = z.iso.date().refine((date) => !date.startsWith('0000'), 'must be a day after the year 0');

/** The query of GET /api/leads and GET /api/leads/download; with nothing in it, every lead, the newest first. */
export const leadQuery = z.object({
  /** Words to be found in phone, note, transcript and summary, each as the beginning of a word. */
  q: z.string().max(200).optional(),
  status: z.enum(processingStatuses).optional(),
  mark: z.enum(leadMarks).optional(),
  /** Days in Tashkent, both included. */
  from: day.optional(),
  to: day.optional(),
  recording: z.enum(['yes', 'no']).optional(),
  /** All lines were taken when they called. */
  missed: z.enum(['yes', 'no']).optional(),
  /** `due`: with a next action that is due today or overdue. */
  next: z.enum(['due', 'planned']).optional(),
  /** Facts of the call that the lead comes from. */
  language: z.enum(languages).optional(),
  end: z.enum([...callEndReasons, 'unknown']).optional(),
  /** The last question of a call that did not reach its end. */
  left: z.string().max(64).optional(),
  /** How the latest call back ended. */
  outcome: z.enum(attemptOutcomes).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** 1 is Monday. */
  weekday: z.coerce.number().int().min(1).max(7).optional(),
  sort: z.enum(leadSorts).default('newest'),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** Only these, separated by commas. */
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.uuid()).max(1000))
    .optional(),
});
export type LeadQuery = z.infer<typeof leadQuery>;

/** A saved view of the desk: POST /api/admin/views. */
export const newDeskView = z
  .object({ name: z.string().trim().min(1).max(60), query: z.string().max(500) })
  .strict();

/** The views that every desk has. */
export const builtInViews = {
  all: {},
  due: { next: 'due' },
  to_call: { mark: 'to_call' },
  called: { mark: 'called' },
  closed: { mark: 'closed' },
  no_recording: { recording: 'no' },
  missed: { missed: 'yes' },
} as const satisfies Record<string, Partial<LeadQuery>>;
export type BuiltInView = keyof typeof builtInViews;

/** GET /api/admin/views: how many leads each view has. */
export interface DeskViews {
  counts: Record<BuiltInView, number>;
  own: { id: string; name: string; query: string; count: number }[];
}

/** One passage of the conversation, as processing keeps it. */
export const leadPassage = z.object({
  speaker: z.enum(speakers),
  fromS: z.number(),
  toS: z.number(),
  text: z.string().nullable(),
  topic: z.string().nullable(),
  waitS: z.number().nullable(),
});

/** POST /api/leads answers with the lead that the recording became. */
export interface LeadReceipt {
  _id: string;
  roomName?: string;
  processingStatus: ProcessingStatusName;
}
