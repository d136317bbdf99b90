import { languages } from '../i18n/language.ts';
import { z } from './schema.ts';

/** A partner of the site's owner. The mark is a picture on this site or a data URL: the page loads none from elsewhere. */
export const partner = z.object({
  name: z.string().trim().min(1).max(60),
  url: z.url({ protocol: /^https?$/ }).optional(),
  mark: z
    .string()
    .regex(/^(\/[^/]|data:image\/)/, 'must be a path of this site or a data:image URL')
    .max(20_000)
    .optional(),
});

/** GET /api/site: what this server is set up with. The pages are made before that is known, so they ask. */
export const siteFacts = z.object({
  /** Whether the demo recognises Uzbek speech now. */
  recognition: z.boolean(),
  /** Whether a language model holds the calls: the agent understands, answers questions and can be talked to freely. */
  agentUnderstands: z.boolean().default(false),
  /** How many questions a new call asks in any case; absent where that is not known now. */
  questions: z.number().int().positive().optional(),
  /** The languages that new calls are held in; absent where that is not known now. */
  languages: z.array(z.enum(languages)).optional(),
  /** The name of the voice that speaks a visitor's own text now: its vendor's, or its model's. */
  voice: z.string(),
  /** Whether there is a support chat behind /api/support. */
  chat: z.boolean(),
  /** The languages in which visitors can listen to a conversation first. */
  samples: z.array(z.enum(languages)).default([]),
  /** The owner's partners; absent where none are set. */
  partners: z.array(partner).optional(),
});
export type SiteFacts = z.infer<typeof siteFacts>;
