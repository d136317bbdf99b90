/** The value of a cookie in the text of `document.cookie`. */
export function cookieValue(cookies: string, name: string): string | undefined {
  const prefix = `${name}=`;
  const cookie = cookies.split(/;\s*/).find((pair) => pair.startsWith(prefix));
  return cookie?.slice(prefix.length);
}

/** Sets a cookie for all pages of the site. */
export function saveCookie(name: string, value: string | number, maxAgeS: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; max-age=${maxAgeS}; samesite=lax${secure}`;
}
