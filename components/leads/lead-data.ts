import { z } from 'zod';
import { speakers } from '@/lib/contracts/call-events';
import { leadMarks, missingParts, processingStatuses, type Lead } from '@/lib/contracts/leads';

/** Anything else or missing counts as unknown (spec.md section 4). */
export const shownStatuses = [...processingStatuses, 'unknown'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

export type LeadView = Omit<Lead, 'processingStatus'> & { processingStatus: ShownStatus };

const optionalText = z.string().optional().catch(undefined);
const amount = z.number().nonnegative().catch(0);

const leadTurn = z.object({
  speaker: z.enum(speakers),
  fromS: z.number(),
  toS: z.number(),
  text: z.string().nullable().catch(null),
  waitS: z.number().optional().catch(undefined),
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
  language: optionalText,
  hasAudio: z.boolean().catch(true),
  audioType: optionalText,
  turns: z.array(leadTurn).catch([]),
  medianWaitS: z.number().optional().catch(undefined),
  missing: z.array(z.enum(missingParts)).catch([]),
  mark: z.enum(leadMarks).catch('to_call'),
  note: z.string().catch(''),
}) satisfies z.ZodType<LeadView>;

/** What GET /api/leads answers. */
export const leadList = z.object({ leads: z.array(leadView), total: z.number().optional() });
