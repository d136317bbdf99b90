import { z } from './schema.ts';

/** `off`: not set up, which does not make the product `down`. */
const partState = z.object({ state: z.enum(['ok', 'down', 'off']), detail: z.string().optional() });
export type PartState = z.infer<typeof partState>;

export const health = z.object({
  status: z.enum(['ok', 'down']),
  parts: z.object({
    database: partState,
    livekit: partState,
    agent: partState,
    storage: partState,
    jobs: partState,
  }),
});
export type Health = z.infer<typeof health>;
export type HealthPart = keyof Health['parts'];
