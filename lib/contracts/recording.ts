import { processingStatuses } from './choices.ts';
import { longestCallS } from './limits.ts';
import { z } from './mini.ts';

const epochMs = z.int().check(z.positive(), z.maximum(8.64e15));

/** A step of the call for its trace, in milliseconds since 1970 on the browser's clock. */
const browserStep = z.object({
  name: z.enum(['token', 'connect', 'first_word']),
  fromMs: epochMs,
  toMs: epochMs,
  spanId: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
});
export type BrowserStep = z.infer<typeof browserStep>;
const browserSteps = z.array(browserStep).check(z.maxLength(8));

/** Unreadable steps are dropped: the recording matters more than its trace. */
export function readSteps(field: string | undefined): BrowserStep[] {
  try {
    return browserSteps.parse(JSON.parse(field ?? '[]'));
  } catch {
    return [];
  }
}

/** The fields of POST /api/leads without its file `audio`. Numbers come as text in a form. */
export const leadFields = z.object({
  phoneNumber: z._default(z.string().check(z.maxLength(32)), ''),
  /** Whole seconds. */
  duration: z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be whole seconds')), z.transform(Number)),
    z.number().check(z.maximum(longestCallS)),
  ),
  roomName: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,128}$/))),
  /** The browser's steps in JSON, if the token's answer announced tracing. */
  steps: z.optional(z.string().check(z.maxLength(4096))),
});

/** POST /api/leads/upload: the three messages about a direct upload. */
export const directUpload = z.discriminatedUnion('type', [
  /** From the browser, before its upload. */
  z.object({
    type: z.literal('blob.generate-client-token'),
    payload: z.object({
      pathname: z.string().check(z.maxLength(256)),
      multipart: z.boolean(),
      /** The fields of POST /api/leads in JSON. */
      clientPayload: z.string().check(z.maxLength(8192)),
      /** A bucket's grant covers only this file. Pages of the previous release do not send it. */
      file: z.optional(
        z.object({ type: z.string().check(z.maxLength(128)), size: z.int().check(z.positive()) }),
      ),
    }),
  }),
  /** From the blob store. */
  z.object({
    type: z.literal('blob.upload-completed'),
    payload: z.looseObject({ blob: z.looseObject({ pathname: z.string() }), tokenPayload: z.string() }),
  }),
  /** From the browser, after its upload. */
  z.object({
    type: z.literal('recording.stored'),
    payload: z.object({ receipt: z.string().check(z.maxLength(8192)) }),
  }),
]);
export type DirectUpload = z.infer<typeof directUpload>;

/** Credentials with which the browser uploads its recording directly: to a blob store, or to a bucket. */
export const uploadGrant = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('blob.generate-client-token'),
    clientToken: z.string(),
    /** The only path that the token may write. */
    pathname: z.string(),
    receipt: z.string(),
  }),
  z.object({
    type: z.literal('s3.signed-put'),
    /** Takes one PUT of the announced file, with these headers. */
    url: z.url(),
    headers: z.record(z.string(), z.string()),
    receipt: z.string(),
  }),
]);
export type UploadGrant = z.infer<typeof uploadGrant>;

/** The answer of POST /api/leads: the lead that the recording became. */
export const leadReceipt = z.object({
  _id: z.string(),
  roomName: z.optional(z.string()),
  processingStatus: z.enum(processingStatuses),
  /** The lead's number, which the agent may have corrected. */
  phoneNumber: z.optional(z.string()),
  /** When the visitor asked to be called back: in their words, and as a time if it was clear. */
  callBack: z.optional(z.object({ when: z.string(), at: z.optional(z.string()) })),
  /** The visitor refused to be recorded: the recording was discarded. */
  recordingRefused: z.optional(z.literal(true)),
});
export type LeadReceipt = z.infer<typeof leadReceipt>;
