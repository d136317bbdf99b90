import { hash, randomBytes } from 'node:crypto';
import { yearS } from '../../time.ts';
import { env } from '../platform/env.ts';

const cookieName = 'ovoz_browser';
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** A visitor's browser, known by a random cookie of ours. Only the cookie's hash is stored. */
export interface Browser {
  hash: string;
  /** Set-Cookie for the answer. It also renews a known browser's cookie for a year. */
  setCookie: string;
}

/** The browser of a request. An unknown one gets a secret of 256 random bits. */
export function browserOf(headers: Headers): Browser {
  const secret = knownSecret(headers) ?? randomBytes(32).toString('base64url');
  return { hash: hash('sha256', secret), setCookie: serverCookie(headers, cookieName, secret, yearS) };
}

/** The hash of a browser that already has our cookie. */
export function knownBrowserHash(headers: Headers): string | undefined {
  const secret = knownSecret(headers);
  return secret === undefined ? undefined : hash('sha256', secret);
}

function knownSecret(headers: Headers): string | undefined {
  return readCookies(headers, cookieName).find((value) => secretPattern.test(value));
}

/** All values of this cookie in the request: another path or a parent domain may have set one too. */
export function readCookies(headers: Headers, name: string): string[] {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  return pairs.flatMap(([key, value]) => (key === name && value ? [value] : []));
}

/**
 * A Set-Cookie hidden from scripts and from other sites' forms. Secure if the visitor uses https, also behind a proxy. `maxAgeS` 0
 * deletes it.
 */
export function serverCookie(headers: Headers, name: string, value: string, maxAgeS: number): string {
  const secure = isHttps(headers) ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
}

/** True if visitors use https, by PUBLIC_URL or the proxy's header. */
export function isHttps(headers: Headers): boolean {
  const forwardedProtocol = headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  return forwardedProtocol === 'https' || env().PUBLIC_URL?.startsWith('https:') === true;
}
