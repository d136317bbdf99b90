import { env } from '../platform/env.ts';

/** The values of a request's cookies of this name, as they stand in the header: another path or a parent domain may have set one too. */
export function readCookies(headers: Headers, name: string): string[] {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  return pairs.flatMap(([key, value]) => (key === name && value ? [value] : []));
}

/**
 * A Set-Cookie that no script can read and no other site's form can send. `maxAgeS` 0 removes it.
 * Secure wherever the visitor's own connection is https, also behind a proxy that ends it.
 */
export function serverCookie(headers: Headers, name: string, value: string, maxAgeS: number): string {
  const secure = isHttps(headers) ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
}

/** Whether visitors come by https: by PUBLIC_URL, or as the proxy in front says. */
export function isHttps(headers: Headers): boolean {
  const forwarded = headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  return forwarded === 'https' || env().PUBLIC_URL?.startsWith('https:') === true;
}
