import { setTimeout as delay } from 'node:timers/promises';
import type { CallClaim } from '../../lib/contracts/call-events.ts';
import { type Post, isRetryable } from './events.ts';

const requestTimeoutMs = 3_000;
const retryMs = 250;
/** The visitor's panel waits a little longer than this for the agent. */
const giveUpMs = 10_000;

/** The web app refuses the call to this job: it is over, or another job has it. */
export class CallRefused extends Error {
  constructor(status: number | undefined) {
    super(status === undefined ? 'the web app could not be asked' : `the web app answered ${status}`);
    this.name = 'CallRefused';
  }
}

/** Claims a call for this job at the web app; retries while the web app is away. @throws CallRefused */
export async function requestCall(
  callbackUrl: string,
  claim: CallClaim,
  post: Post,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(`/api/calls/${claim.room}/claim`, callbackUrl).href;
  const until = AbortSignal.any([signal, AbortSignal.timeout(giveUpMs)]);
  let status: number | undefined;
  while (!until.aborted) {
    const attempt = AbortSignal.any([until, AbortSignal.timeout(requestTimeoutMs)]);
    status = await post(url, claim, attempt).catch(() => undefined);
    if (status !== undefined && status < 300) return;
    if (status !== undefined && !isRetryable(status)) break;
    await delay(retryMs, undefined, { signal: until }).catch(() => undefined);
  }
  throw new CallRefused(status);
}
