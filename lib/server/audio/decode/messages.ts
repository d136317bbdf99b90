import { z } from 'zod';
import type { ErrorCode } from '../../../contracts/errors.ts';
import type { Samples } from '../pcm.ts';

/** What the decoding process is asked: whether it runs, to open a file, then for more of it until it has ended. */
export const decodingRequest = z.union([
  z.object({ bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array), maxDurationS: z.number() }),
  z.enum(['ready', 'more']),
]);
export type DecodingRequest = z.infer<typeof decodingRequest>;

const samples = z.custom<Samples>((value) => value instanceof Int16Array);
const refusals = ['invalid_audio', 'too_large'] as const satisfies ErrorCode[];

export const decodingAnswer = z.union([
  z.object({ blocks: z.array(z.array(samples)), ended: z.boolean() }),
  z.object({ refusal: z.enum(refusals), detail: z.string() }),
]);
export type DecodingAnswer = z.infer<typeof decodingAnswer>;
