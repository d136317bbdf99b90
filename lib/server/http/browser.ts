import { yearS } from '../../time.ts';
import { createHash, randomBytes } from 'node:crypto';
import { readCookies, serverCookie } from './cookies.ts';

const cookieName = 'ovoz_browser';
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** A visitor's browser, known by a random cookie of ours. Only the cookie's hash is stored. */
export interface Browser {
  hash: string;
  /** Set-Cookie for the answer; it also keeps a known browser known for another year. */
  setCookie: string;
}

/** The browser of a request; one we have not met gets a secret of 256 random bits. */
export function browserOf(headers: Headers): Browser {
  const secret = knownSecret(headers) ?? randomBytes(32).toString('base64url');
  return { hash: hashOf(secret), setCookie: serverCookie(headers, cookieName, secret, yearS) };
}

/** The hash of a browser that already has our cookie. */
export function knownBrowserHash(headers: Headers): string | undefined {
  const secret = knownSecret(headers);
  return secret === undefined ? undefined : hashOf(secret);
}

function knownSecret(headers: Headers): string | undefined {
  return readCookies(headers, cookieName).find((value) => secretPattern.test(value));
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
