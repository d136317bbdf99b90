import { AppError } from '../../contracts/errors.ts';
import { env } from '../platform/env.ts';

/**
 * Refuses what a page of another site made a browser send. A browser says where a request comes from in Sec-Fetch-Site
 * (which no page can set) and, for everything but plain reads, in Origin; a program that sends neither carries nobody's cookies.
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

/** The names under which this request reached us: behind a proxy the Host header may be the inner one. */
function ownHosts(headers: Headers): (string | null)[] {
  const { PUBLIC_URL } = env();
  return [
    headers.get('host'),
    headers.get('x-forwarded-host'),
    PUBLIC_URL === undefined ? null : hostOf(PUBLIC_URL),
  ].filter((host) => host !== null);
}

/** The host of an address, with its port; empty for what is none, such as the origin `null`. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
