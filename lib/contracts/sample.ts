import { z } from './schema.ts';

const sampleCaption = z.object({
  speaker: z.enum(['agent', 'visitor']),
  text: z.string(),
  fromS: z.number(),
  toS: z.number(),
});
export type SampleCaption = z.infer<typeof sampleCaption>;

/** GET /api/sample/{language}: the words of the sample conversation. Its sound is at …/audio. */
export const sampleCaptions = z.object({ captions: z.array(sampleCaption) });
