import { z } from 'zod';
import { fallbackLanguage, languages } from '../language.ts';

/** The fields of POST /api/stt/transcribe beside its file `file` (spec.md section 7). */
export const transcriptionFields = z.object({ language: z.enum(languages).default(fallbackLanguage) });

/** What it answers (section 3). An empty text: nobody speaks in the recording. */
export const transcription = z.object({ text: z.string() });
export type Transcription = z.infer<typeof transcription>;

/** GET /api/stt/status: whether this server recognises speech at all. */
export const recognitionState = z.object({ available: z.boolean() });
export type RecognitionState = z.infer<typeof recognitionState>;
