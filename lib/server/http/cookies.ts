/** The value of a request's cookie, as it stands in the header. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const pair of headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/**
 * A Set-Cookie that no script can read and no other site's form can send. `maxAgeS` 0 removes it.
 * Secure wherever the visitor's own connection is https, also behind a proxy that ends it.
 */
export function serverCookie(headers: Headers, name: string, value: string, maxAgeS: number): string {
  const secure = headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`;
}
