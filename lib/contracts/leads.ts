import { z } from 'zod';
import type { SpeakerName } from './call-events.ts';

export const processingStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type ProcessingStatusName = (typeof processingStatuses)[number];

/** The longest recording that makes sense: a call is closed long before. */
const maxDurationS = 6 * 3600;

/** The fields of POST /api/leads beside its file `audio` (section 7). Numbers come as text in a form. */
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
});

/** One turn of the conversation as the admin reads it; times are seconds from the call's start. */
export interface LeadTurn {
  speaker: SpeakerName;
  fromS: number;
  toS: number;
  text: string | null;
}

/** A lead as GET /api/leads answers it: section 3, and what is added to it. */
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
  language?: string;
  hasAudio: boolean;
  audioType?: string;
  turns: LeadTurn[];
}

/** What a lead's summary may hold, in the specification's own field names (section 3). */
export const leadSummary = z.object({
  ism: z.string().optional(),
  kasb: z.string().optional(),
  maqsad: z.string().optional(),
  asosiy_mavzular: z.array(z.string()).optional(),
  ehtiyojlar: z.array(z.string()).optional(),
  keyingi_qadamlar: z.array(z.string()).optional(),
});
export type LeadSummary = z.infer<typeof leadSummary>;

/** POST /api/leads answers with the lead that the recording became. */
export interface LeadReceipt {
  _id: string;
  roomName?: string;
  processingStatus: ProcessingStatusName;
}
