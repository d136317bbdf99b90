import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../contracts/errors.ts';
import { dayS, hourS } from '../../time.ts';
import { env } from '../platform/env.ts';
import { pool } from '../platform/db.ts';
import { networksOf, widestNetwork } from './address.ts';

/** How long a puzzle of proof.ts may be solved. */
export const proofValidS = 300;

const buckets = {
  calls: () => ({ points: env().LIMIT_CALLS_PER_HOUR, duration: hourS }),
  /** Numbers stored for a call back, from addresses past their limit of calls. */
  missed_calls: () => ({ points: env().LIMIT_CALLS_PER_HOUR, duration: hourS }),
  uploads: () => ({ points: env().LIMIT_UPLOADS_PER_HOUR, duration: hourS }),
  /** Several browsers may be behind one address, as in a company. */
  uploads_by_address: () => ({ points: 2 * env().LIMIT_UPLOADS_PER_HOUR, duration: hourS }),
  /** The plain upload of a browser that never called. */
  uploads_without_call: () => ({ points: Math.ceil(env().LIMIT_UPLOADS_PER_HOUR / 6), duration: hourS }),
  speech: () => ({ points: env().LIMIT_SPEECH_PER_HOUR, duration: hourS }),
  /** Tokens and demos that an address may ask for without a proof of work (proof.ts). */
  without_proof: () => ({ points: 5, duration: 10 * 60 }),
  without_proof_anywhere: () => ({ points: env().ALTCHA_FREE_PER_MINUTE, duration: 60 }),
  /** Solved puzzles by their signature: each counts once. */
  proofs: () => ({ points: 1, duration: proofValidS }),
  sign_in: () => ({ points: 10, duration: 15 * 60 }),
  /** The start command's link. A separate bucket, so that other sites cannot use up the tries to sign in. */
  open_link: () => ({ points: 10, duration: 15 * 60 }),
  /** All addresses together, so that many of them cannot search through passwords. */
  sign_in_anywhere: () => ({ points: env().LIMIT_SIGN_INS_PER_HOUR, duration: hourS }),
  /** Tries left to one address or IPv6 /48 beyond that: a global lock would let strangers lock the admin out. */
  sign_in_pressed: () => ({ points: 3, duration: 15 * 60 }),
  /** A call's recordings at a vendor, in seconds: twice ten minutes, because a recording may be sent again. */
  call_seconds: () => ({ points: 1_200, duration: dayS }),
  /** Paid vendor requests of the demos, of all visitors together. Recordings beyond their call draw on the seconds too. */
  demo_characters: () => ({ points: env().LIMIT_DEMO_CHARACTERS_PER_DAY, duration: dayS }),
  demo_seconds: () => ({ points: env().LIMIT_DEMO_SECONDS_PER_DAY, duration: dayS }),
} as const;

export type Bucket = keyof typeof buckets;

/** Removes the limiter's statement names: behind a transaction pooler the next connection has not prepared them. */
const storeClient = {
  query: ({ text, values }: { text: string; values?: unknown[] }) => pool().query(text, values),
};

const limiters = new Map<string, RateLimiterPostgres>();

function limiter(bucket: Bucket, share = 1): RateLimiterPostgres {
  const name = `${bucket} ${share}`;
  const existing = limiters.get(name);
  if (existing !== undefined) return existing;
  const { points, duration } = buckets[bucket]();
  const newLimiter = new RateLimiterPostgres({
    points: points * share,
    duration,
    storeClient,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: bucket,
  });
  limiters.set(name, newLimiter);
  return newLimiter;
}

/**
 * Consumes points of `bucket` for `key`, usually an address. An IPv6 address counts for its wider networks too.
 * @throws AppError rate_limited with the seconds to wait
 */
export async function limit(bucket: Bucket, key: string, points = 1): Promise<void> {
  try {
    for (const { name, share } of networksOf(key)) await limiter(bucket, share).consume(name, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError('rate_limited', { retryAfterS: refusal.msBeforeNext / 1000 });
  }
}

/** Consumes points. @returns false if the limit refuses them */
export async function tryConsume(bucket: Bucket, key: string, points = 1): Promise<boolean> {
  return limit(bucket, key, points).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'rate_limited') return false;
      throw error;
    },
  );
}

/** Gives back consumed points of a key that is no address. */
export async function refund(bucket: Bucket, key: string, points: number): Promise<void> {
  await limiter(bucket).reward(key, points);
}

/** True if the bucket is empty. Does not take a point. */
export async function isSpent(bucket: Bucket, key: string): Promise<boolean> {
  const usage = await limiter(bucket).get(key);
  return usage !== null && usage.remainingPoints <= 0;
}

/**
 * Counts a try to sign in.
 * @throws AppError rate_limited, only for this address
 */
export async function limitSignIn(address: string): Promise<void> {
  await limit('sign_in', address);
  if (!(await tryConsume('sign_in_anywhere', 'all'))) await limit('sign_in_pressed', widestNetwork(address));
}

/** Resets the tries of this address after a right password. */
export async function resetSignIns(address: string): Promise<void> {
  await limiter('sign_in').delete(address);
  await limiter('sign_in_pressed').delete(widestNetwork(address));
}
