import { AppError } from '../../contracts/errors.ts';
import { env } from '../platform/env.ts';

/**
 * Refuses requests from other sites' pages, by Sec-Fetch-Site or Origin. A program sends neither header and has no cookies.
 * @throws AppError forbidden
 */
export function requireSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden');
  const origin = headers.get('origin');
  if (origin !== null && site === null && !ownHosts(headers).includes(hostOf(origin))) {
    throw new AppError('forbidden');
  }
}

/** The names that this request used for us. Behind a proxy the Host header may be an inner one. */
function ownHosts(headers: Headers): (string | null)[] {
  const { PUBLIC_URL } = env();
  return [
    headers.get('host'),
    headers.get('x-forwarded-host'),
    PUBLIC_URL === undefined ? null : hostOf(PUBLIC_URL),
  ].filter((host) => host !== null);
}

/** The host of an address with its port; empty if it is no address, such as the origin `null`. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
