import { languages } from '../i18n/language.ts';
import { z } from './schema.ts';

const name = z.string().trim().min(1).max(60);

/** The page's policy allows no other origin. */
const picture = z
  .string()
  .regex(/^(\/[^/]|data:image\/)/, 'must be a path of this site or a data:image URL')
  .max(20_000);

/** A partner of the site's owner. */
export const partner = z.object({
  name,
  url: z.url({ protocol: /^https?$/ }).optional(),
  mark: picture.optional(),
});

/** A sentence of the owner, in the languages that have one. */
export const ownerSentence = z.partialRecord(z.enum(languages), z.string().trim().min(1).max(160));

/** The contact person for the owner's customers. */
export const contactPerson = z.strictObject({
  name,
  phone: z
    .string()
    .regex(/^\+\d{7,15}$/, 'must be like +998901234567')
    .optional(),
  photo: picture.optional(),
});

/** GET /api/site: what this server offers. Prerendered pages cannot know it, so they ask. */
export const siteFacts = z.object({
  /** True if the demo can recognise Uzbek speech now. */
  recognition: z.boolean(),
  /** True if calls use a language model, so visitors may ask questions and talk freely. */
  agentUnderstands: z.boolean().default(false),
  /** The number of questions that every new call asks; absent if unknown now. */
  questions: z.number().int().positive().optional(),
  /** The languages of new calls; absent if unknown now. */
  languages: z.array(z.enum(languages)).optional(),
  /** The vendor or model whose voice speaks a visitor's own text now. */
  voice: z.string(),
  /** True if /api/support leads to a support chat. */
  chat: z.boolean(),
  /** The languages with a sample conversation. */
  samples: z.array(z.enum(languages)).default([]),
  /** The owner's partners; absent if none are set. */
  partners: z.array(partner).optional(),
  /** The owner's price or pilot offer. */
  offer: ownerSentence.optional(),
  /** When the owner's team calls back. */
  callBack: ownerSentence.optional(),
  contact: contactPerson.optional(),
});
export type SiteFacts = z.infer<typeof siteFacts>;
