import { z } from './schema.ts';

export const vendorParts = ['language_model', 'recognition', 'synthesis'] as const;
export type VendorPart = (typeof vendorParts)[number];

/** In the owner's words: `vendor_failure_<kind>` of the messages. */
export const failureKinds = [
  'key',
  'unknown_model',
  'limit',
  'refused',
  'failed',
  'unreachable',
  'timeout',
  'empty',
  'broken_off',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** `detail`: the vendor's own sentence. */
const failure = z.object({ kind: z.enum(failureKinds), detail: z.string().max(300).optional() });
export type Failure = z.infer<typeof failure>;

/** A vendor that failed in a turn of a call, also if the next one stood in for it. */
export const vendorFailure = failure.extend({ part: z.enum(vendorParts), vendor: z.string().max(128) });
export type VendorFailure = z.infer<typeof vendorFailure>;

/** The failures of one vendor in the last hour. */
export const recentFailure = vendorFailure.extend({ times: z.number(), lastAt: z.iso.datetime() });
export type RecentFailure = z.infer<typeof recentFailure>;

/** The day on which a vendor switches a configured model off. */
export const modelEnding = z.object({ part: z.enum(vendorParts), model: z.string(), endsOn: z.iso.date() });
export type ModelEnding = z.infer<typeof modelEnding>;

/** The answer of a language model to a request as a call sends it. */
export const modelTrial = z.object({
  model: z.string(),
  firstTokenMs: z.number().optional(),
  said: z.string().optional(),
  /** The product itself notes answers and ends calls. */
  lacksTools: z.boolean(),
  /** `reasoning_effort` by the settings, and as it is sent since the server refused that. */
  reasoning: z.object({ set: z.string().optional(), sent: z.string().optional() }),
  failure: failure.optional(),
});
export type ModelTrial = z.infer<typeof modelTrial>;
