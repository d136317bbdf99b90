import { hash, timingSafeEqual } from 'node:crypto';

const digest = (secret: string) => hash('sha256', secret, 'buffer');

/** Compares secrets in a time that does not depend on how much of them is equal. */
export function isSameSecret(claimed: string, expected: string): boolean {
  return timingSafeEqual(digest(claimed), digest(expected));
}

/** The bearer token of a request; empty without one. */
export function bearerToken(headers: Headers): string {
  return headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
}
