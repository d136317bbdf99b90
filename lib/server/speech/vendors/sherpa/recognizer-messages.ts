import { z } from 'zod';
import { languages } from '../../../../i18n/language.ts';
import type { Samples } from '../../../audio/pcm.ts';

/** A piece of sound to recognise. */
export const hearRequest = z.object({
  samples: z.custom<Samples>((value) => value instanceof Int16Array),
  language: z.enum(languages),
});
export type HearRequest = z.infer<typeof hearRequest>;

export const hearAnswer = z.object({ text: z.string() });
