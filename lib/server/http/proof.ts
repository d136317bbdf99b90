import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { AppError } from '../../contracts/errors.ts';
import { type Proof, proof, proofChallenge, proofHeader } from '../../contracts/proof.ts';
import { env } from '../platform/env.ts';
import { rateLimitAddress } from './address.ts';
import { proofValidS, tryConsume } from './limits.ts';

/** The work of a puzzle: 0.1 to 0.3 s of one core, measured in Node. */
const derivations = { least: 400, most: 1_200 };
const cost = 1_000;

/** @throws AppError not_found where no proof is ever required */
export async function newChallenge() {
  if (env().ALTCHA === undefined) throw new AppError('not_found');
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(derivations.most, derivations.least),
    deriveKey,
    expiresAt: new Date(Date.now() + proofValidS * 1000),
    ...secrets(),
  });
  return proofChallenge.parse(challenge);
}

/**
 * Requires a solved puzzle while this address, or all addresses together, send more requests than usual. A puzzle counts once.
 * @throws AppError proof_required
 */
export async function requireProof(headers: Headers): Promise<void> {
  if (env().ALTCHA === undefined) return;
  const limitResults = await Promise.all([
    tryConsume('without_proof', rateLimitAddress(headers)),
    tryConsume('without_proof_anywhere', 'all'),
  ]);
  if (limitResults.every(Boolean)) return;
  const sentProof = readProof(headers.get(proofHeader));
  if (sentProof === undefined) throw new AppError('proof_required');
  const { verified } = await verifySolution({ ...sentProof, deriveKey, ...secrets() });
  if (!verified || !(await tryConsume('proofs', sentProof.challenge.signature)))
    throw new AppError('proof_required');
}

function readProof(header: string | null): Proof | undefined {
  try {
    return proof.parse(JSON.parse(Buffer.from(header ?? '', 'base64').toString()));
  } catch {
    return undefined;
  }
}

/** All web apps of an installation derive the same secrets. */
function secrets() {
  const { SESSION_SECRET, LIVEKIT_API_SECRET } = env();
  const secret = SESSION_SECRET ?? LIVEKIT_API_SECRET;
  if (secret === undefined) throw new Error('ALTCHA needs SESSION_SECRET.');
  const deriveSecret = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  return { hmacSignatureSecret: deriveSecret('altcha'), hmacKeySignatureSecret: deriveSecret('altcha key') };
}
