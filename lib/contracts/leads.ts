import { z } from 'zod';
import type { SpeakerName } from './call-events.ts';

export const processingStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type ProcessingStatusName = (typeof processingStatuses)[number];

/** The fields of POST /api/leads beside its file `audio` (section 7). Numbers come as text in a form. */
export const leadFields = z.object({
  phoneNumber: z.string().max(32),
  duration: z.coerce
    .number()
    .int()
    .min(0)
    .max(6 * 3600),
  roomName: z.string().max(128).optional(),
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
