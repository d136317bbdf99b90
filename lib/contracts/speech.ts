import { z } from './schema.ts';
import { fallbackLanguage, languages } from '../i18n/language.ts';
import { maxSpeechChars, speechRateHz, speechVoices } from './limits.ts';

/** The fields of POST /api/stt/transcribe without its file `file`. */
export const transcriptionFields = z.object({ language: z.enum(languages).default(fallbackLanguage) });

/** The answer of POST /api/stt/transcribe. The text is empty if nobody speaks in the recording. */
export const transcription = z.object({ text: z.string() });

/** GET /api/tts/stream. */
export const speechQuery = z.object({
  text: z
    .string()
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine((text) => [...text].length <= maxSpeechChars, `must have ${maxSpeechChars} characters at most`),
  voice_id: z.enum(speechVoices).default(speechVoices[0]),
  format: z.literal('wav').default('wav'),
  sample_rate: z.literal(String(speechRateHz)).default(String(speechRateHz)),
  language: z.enum(languages).default(fallbackLanguage),
  /** For an admin, who hears what the agent says: without the limits of the demo. */
  office: z.literal('1').optional(),
});
