import { z } from 'zod';
import { languages } from '../../../../i18n/language.ts';
import type { Samples } from '../../../audio/pcm.ts';

/** Requests to the process: whether the model is loaded, or to recognise a piece of sound. */
export const hearRequest = z.union([
  z.literal('ready'),
  z.object({
    samples: z.custom<Samples>((value) => value instanceof Int16Array),
    language: z.enum(languages),
  }),
]);
export type HearRequest = z.infer<typeof hearRequest>;

export const hearAnswer = z.object({ text: z.string() });
