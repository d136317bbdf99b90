import { z } from 'zod';
import { languages } from '../../../../i18n/language.ts';
import type { Samples } from '../../../audio/pcm.ts';

/** A piece of sound to recognise. */
export const recognitionRequest = z.object({
  samples: z.custom<Samples>((value) => value instanceof Int16Array),
  language: z.enum(languages),
});
export type RecognitionRequest = z.infer<typeof recognitionRequest>;

export const recognitionAnswer = z.object({ text: z.string() });
