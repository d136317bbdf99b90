import { z } from 'zod';

/** Messages between this process and one that speaks. */
export const speakRequest = z.object({ voice: z.string(), text: z.string() });
export const sound = z.object({ sampleRateHz: z.number(), samples: z.instanceof(Int16Array) });

export type SpeakRequest = z.infer<typeof speakRequest>;
export type Sound = z.infer<typeof sound>;
