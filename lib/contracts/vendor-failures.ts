import { z } from './schema.ts';

export const vendorParts = ['language_model', 'recognition', 'synthesis'] as const;
export type VendorPart = (typeof vendorParts)[number];

/** The text of each kind is the message `office_vendor_<kind>`. */
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

/** The longest name of a model, in characters: llama.cpp names a model by the path of its file. */
export const modelNameMaxChars = 200;

/** One failure of a vendor in a turn. Another vendor may have answered instead. */
export const vendorFailure = failure.extend({
  part: z.enum(vendorParts),
  vendor: z.string().max(modelNameMaxChars),
});
export type VendorFailure = z.infer<typeof vendorFailure>;

/** The failures of one vendor in the last hour. */
export const recentFailure = vendorFailure.extend({ times: z.number(), lastAt: z.iso.datetime() });
export type RecentFailure = z.infer<typeof recentFailure>;

/** The day on which a vendor switches a configured model off. */
export const modelEnding = z.object({ part: z.enum(vendorParts), model: z.string(), endsOn: z.iso.date() });
export type ModelEnding = z.infer<typeof modelEnding>;

/** The language model's answer to a request like that of a call. */
export const modelTrial = z.object({
  model: z.string(),
  firstTokenMs: z.number().optional(),
  said: z.string().optional(),
  /** The model accepts no tools, so the product saves answers and ends calls itself. */
  lacksTools: z.boolean(),
  /** The configured `reasoning_effort`, and the value sent after refusals. */
  reasoning: z.object({ set: z.string().optional(), sent: z.string().optional() }),
  failure: failure.optional(),
});
export type ModelTrial = z.infer<typeof modelTrial>;
