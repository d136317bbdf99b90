import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, onTestFinished, test } from 'vitest';
import { type Proof, proofHeader } from '../../contracts/proof.ts';
import { env } from '../platform/env.ts';
import { setUpEnvironment, testKeys } from '../testing/server.ts';
import { tryConsume } from './limits.ts';
import { newChallenge, requireProof } from './proof.ts';

setUpEnvironment({ ...testKeys, ALTCHA: 'on', TRUSTED_PROXIES: '1' });

function requireProofFrom(address: string, header?: string): Promise<void> {
  return requireProof(new Headers({ 'x-forwarded-for': address, ...(header && { [proofHeader]: header }) }));
}

async function solveProof(change: (proof: Proof) => Proof = (proof) => proof): Promise<string> {
  const challenge = await newChallenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('no solution');
  const { counter, derivedKey } = solution;
  return btoa(JSON.stringify(change({ challenge, solution: { counter, derivedKey } })));
}

const refused = { code: 'proof_required', status: 428 };

test('an address with many requests has to prove its work for each request; others do not', async () => {
  for (let i = 0; i < 5; i++) await requireProofFrom('203.0.113.1');
  await expect(requireProofFrom('203.0.113.1')).rejects.toMatchObject(refused);
  const proof = await solveProof();
  await requireProofFrom('203.0.113.1', proof);
  await expect(requireProofFrom('203.0.113.1', proof)).rejects.toMatchObject(refused);
  await requireProofFrom('203.0.113.2');
});

test('anything but a solved puzzle of ours proves nothing', async () => {
  const wrong = [
    'no base64 of JSON',
    await solveProof((proof) => ({ ...proof, solution: { ...proof.solution, derivedKey: '00' } })),
    await solveProof((proof) => ({ ...proof, challenge: { ...proof.challenge, signature: 'ff' } })),
    await solveProof(({ solution, challenge: { parameters, signature } }) => ({
      solution,
      challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt + 3600 }, signature },
    })),
  ];
  for (const header of wrong)
    await expect(requireProofFrom('203.0.113.1', header)).rejects.toMatchObject(refused);
});

test('many addresses together make everybody prove their work', async () => {
  while (await tryConsume('without_proof_anywhere', 'all'));
  await expect(requireProofFrom('203.0.113.3')).rejects.toMatchObject(refused);
  await requireProofFrom('203.0.113.3', await solveProof());
});

test('without ALTCHA nothing is required, and there are no puzzles', async () => {
  Object.assign(env(), { ALTCHA: undefined });
  onTestFinished(() => void Object.assign(env(), { ALTCHA: 'on' }));
  await requireProofFrom('203.0.113.1');
  await expect(newChallenge()).rejects.toMatchObject({ code: 'not_found' });
});
