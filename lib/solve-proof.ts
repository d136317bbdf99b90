import { solveChallengeWorkers } from 'altcha-lib';
import { type Proof, proofHeader } from './contracts/proof.ts';

const maxWorkers = 4;

/** Solves a puzzle in workers and returns the header with its solution. @throws the signal's reason */
export async function solveProof(
  challenge: Proof['challenge'],
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(maxWorkers, navigator.hardwareConcurrency),
    controller,
    createWorker: () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
  });
  signal.throwIfAborted();
  if (solution === null) throw new Error('The puzzle has no solution.');
  const { counter, derivedKey } = solution;
  const proof: Proof = { challenge, solution: { counter, derivedKey } };
  return { [proofHeader]: btoa(JSON.stringify(proof)) };
}
