import { yearS } from './time.ts';

/** Sources that a page may load from, besides its own origin. */
export interface Allowance {
  /** Script sources: hashes of inline scripts, a nonce. */
  scripts?: string[];
  /** Sources for connect-src. */
  connect?: string[];
  /** True if a script inserts style elements. */
  inlineStyles?: boolean;
  /** The development server evaluates code and talks to the browser over a web socket. */
  dev?: boolean;
}

/**
 * Hashes of the style sheet that sonner inserts, empty at first and then filled. A test compares them with the installed version.
 */
const sonnerStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/** The Content-Security-Policy of a page (docs/decisions/011-security-headers.md). */
export function contentSecurityPolicy({
  scripts = [],
  connect = [],
  dev = false,
  inlineStyles = dev,
}: Allowance): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...(dev ? ["'unsafe-inline'", "'unsafe-eval'"] : [])],
    'style-src': ["'self'", ...(inlineStyles ? ["'unsafe-inline'"] : sonnerStyles)],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', 'data:'],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...connect, ...(dev ? ['ws:'] : [])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** `npm start` runs this server on this machine, at a port that it chooses. */
const localCallServer = ['ws://127.0.0.1:*', 'http://127.0.0.1:*', 'ws://localhost:*', 'http://localhost:*'];

/** LiveKit Cloud redirects callers to their nearest region. */
const livekitCloud = '.livekit.cloud';

/** Sources for connect-src: the configured LiveKit server, for signalling and its connection checks. */
export function connectSources(livekitUrl: string | undefined): string[] {
  if (!livekitUrl) return localCallServer;
  const { protocol, host, hostname } = new URL(livekitUrl);
  const isSecure = protocol === 'wss:' || protocol === 'https:';
  const callHost = hostname.endsWith(livekitCloud) ? `*${livekitCloud}` : host;
  return [`${isSecure ? 'wss' : 'ws'}://${callHost}`, `${isSecure ? 'https' : 'http'}://${callHost}`];
}

/** Headers of every answer (docs/decisions/011-security-headers.md). */
const fixedHeaders = {
  'Strict-Transport-Security': `max-age=${yearS}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'microphone=(self), camera=(), display-capture=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

export const policyHeader = 'Content-Security-Policy';

interface RouteHeaders {
  source: string;
  headers: { key: string; value: string }[];
}

/** Headers of every answer, for next.config.ts. The middleware replaces the policy by one that allows a page's inline scripts. */
export function responseHeaders(dev: boolean): RouteHeaders[] {
  const headers = { ...fixedHeaders, [policyHeader]: contentSecurityPolicy({ dev }) };
  return [{ source: '/:path*', headers: Object.entries(headers).map(([key, value]) => ({ key, value })) }];
}
