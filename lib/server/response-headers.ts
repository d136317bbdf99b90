/**
 * Where a page may take things from. Scripts in the page itself are Next's own, which differ from page to page; calls go to a
 * LiveKit server whose address only the running server knows.
 */
function contentPolicy(isDev: boolean): string {
  return [
    "default-src 'self'",
    // React's development build compiles at run time.
    `script-src 'self' 'unsafe-inline'${isDev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob: mediastream:",
    "worker-src 'self' blob:",
    "connect-src 'self' http: https: ws: wss:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What every answer tells the browser it may not do: be framed, guess types, lend its microphone or tell others where it was. */
export function responseHeaders(isDev: boolean): { key: string; value: string }[] {
  return [
    { key: 'content-security-policy', value: contentPolicy(isDev) },
    { key: 'x-frame-options', value: 'DENY' },
    { key: 'x-content-type-options', value: 'nosniff' },
    { key: 'referrer-policy', value: 'strict-origin-when-cross-origin' },
    { key: 'permissions-policy', value: 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()' },
  ];
}
