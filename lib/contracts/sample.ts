import { languages } from '../i18n/language.ts';
import { speakers } from './call-events.ts';
import { z } from './schema.ts';

const sampleCaption = z.object({
  speaker: z.enum(speakers),
  text: z.string(),
  fromS: z.number(),
  toS: z.number(),
});
export type SampleCaption = z.infer<typeof sampleCaption>;

/** GET /api/sample/{language}: the words of the sample conversation. Its sound is at …/audio. */
export const sampleCaptions = z.object({ captions: z.array(sampleCaption) });

/** The best length of a sample, seconds. */
export const sampleLengthS = { min: 20, max: 30 };

/** The sample conversation of a language, for the set-up page. */
export const sampleState = z.object({
  language: z.enum(languages),
  /** `outdated`: another voice made it. `own`: the owner recorded it. */
  state: z.enum(['none', 'made', 'outdated', 'own']),
  lastsS: z.number().optional(),
  /** False if only eSpeak NG speaks the language. */
  hasVoice: z.boolean(),
});
export type SampleState = z.infer<typeof sampleState>;

/** POST /api/admin/sample: has the configured voice speak the sample of a language. */
export const sampleRequest = z.strictObject({ language: z.enum(languages) });
