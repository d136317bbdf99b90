import { z } from '@/lib/contracts/schema';
import { speakers } from '@/lib/contracts/call-events';
import { answer, verdict } from '@/lib/contracts/interview';
import {
  attemptOutcomes,
  callFigures,
  type BuiltInView,
  type DeskViews,
  leadMarks,
  missingParts,
  processingStatuses,
  type Lead,
  type LeadDetail,
} from '@/lib/contracts/leads';

/** Anything else or missing counts as unknown. */
export const shownStatuses = [...processingStatuses, 'unknown'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

export type LeadView = Omit<Lead, 'processingStatus'> & { processingStatus: ShownStatus };
export type LeadDetailView = Pick<
  LeadDetail,
  'peaks' | 'consent' | 'figures' | 'attempts' | 'samePhone' | 'verdicts'
>;

const optionalText = z.string().optional().catch(undefined);
const amount = z.number().nonnegative().catch(0);
const optionalSeconds = z.number().nonnegative().optional().catch(undefined);

const leadTurn = z.object({
  speaker: z.enum(speakers),
  fromS: z.number(),
  toS: z.number(),
  text: z.string().nullable().catch(null),
  waitS: optionalSeconds,
});

/** One lead that lacks a field is still shown: only its id has to be there. */
const leadView = z.object({
  _id: z.string().min(1),
  phoneNumber: z.string().catch(''),
  createdAt: z.string().catch(''),
  duration: amount,
  audioSize: amount,
  roomName: optionalText,
  processingStatus: z.enum(shownStatuses).catch('unknown'),
  summary: optionalText,
  transcription: optionalText,
  processingError: optionalText,
  processingErrorCode: optionalText,
  language: optionalText,
  hasAudio: z.boolean().catch(true),
  audioType: optionalText,
  turns: z.array(leadTurn).catch([]),
  medianWaitS: optionalSeconds,
  missing: z.array(z.enum(missingParts)).catch([]),
  missed: z.boolean().catch(false),
  mark: z.enum(leadMarks).catch('to_call'),
  note: z.string().catch(''),
  answers: z.array(answer).optional().catch(undefined),
  originalPhone: optionalText,
  callBack: z.object({ when: z.string(), at: optionalText }).optional().catch(undefined),
  handOver: optionalText,
  nextAt: optionalText,
  nextStep: z.string().catch(''),
  attemptCount: z.number().optional().catch(undefined),
  samePhoneCount: z.number().optional().catch(undefined),
  wave: z.array(z.number().min(0).max(255)).optional().catch(undefined),
}) satisfies z.ZodType<LeadView>;

/** Answer of GET /api/leads: a page of leads, and how many there are on all pages. */
export const leadPage = z
  .object({ leads: z.array(leadView), total: z.number().int().optional() })
  .transform(({ leads, total }) => ({ leads, total: total ?? leads.length }));
export type LeadPage = z.infer<typeof leadPage>;

const voice = z.array(z.number().min(0).max(255));

/** Additions of GET /api/leads/{id} to a lead of the list. */
export const leadDetail = z.object({
  peaks: z.object({ visitor: voice, agent: voice }).optional().catch(undefined),
  consent: z
    .object({ termsVersion: z.string(), agreedAt: z.string(), language: z.string() })
    .optional()
    .catch(undefined),
  figures: callFigures.optional().catch(undefined),
  attempts: z
    .array(z.object({ at: z.string(), outcome: z.enum(attemptOutcomes), note: z.string() }))
    .catch([]),
  samePhone: z
    .array(
      z.object({
        _id: z.string(),
        createdAt: z.string(),
        duration: amount,
        hasAudio: z.boolean(),
        mark: z.enum(leadMarks),
      }),
    )
    .catch([]),
  verdicts: z.array(verdict).catch([]),
}) satisfies z.ZodType<LeadDetailView>;

const viewCounts = z.object({
  all: amount,
  due: amount,
  to_call: amount,
  called: amount,
  closed: amount,
  no_recording: amount,
  missed: amount,
} satisfies Record<BuiltInView, typeof amount>);

/** Answer of GET /api/admin/views. */
export const deskViews = z.object({
  counts: viewCounts,
  own: z.array(z.object({ id: z.string(), name: z.string(), query: z.string(), count: amount })).catch([]),
}) satisfies z.ZodType<DeskViews>;
