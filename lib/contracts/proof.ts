import { z } from './mini.ts';

/** The request header with a solved puzzle. */
export const proofHeader = 'x-altcha';

/** GET /api/proof: a puzzle of ALTCHA (version 2), signed by the server. */
export const proofChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.number(),
    expiresAt: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});

/** The header's value: this in JSON, in Base64. */
export const proof = z.object({
  challenge: proofChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
export type Proof = z.infer<typeof proof>;
