import { connectSources, contentSecurityPolicy } from './csp.ts';
import { languages } from './language.ts';
import { pathsOf, publicPages } from './pages.ts';

const oneYearS = 365 * 24 * 3600;

/** What every answer carries (docs/decisions/security-headers.md). */
const always = {
  'Strict-Transport-Security': `max-age=${oneYearS}`,
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

/**
 * The headers by route, for next.config.ts. A page's own policy is written by scripts/seal-pages.ts once the page is made; until
 * then it allows inline scripts, which a page that nobody sealed needs.
 */
export function responseHeaders(options: { livekitUrl: string | undefined; dev: boolean }): RouteHeaders[] {
  const policy = {
    key: policyHeader,
    value: contentSecurityPolicy({
      scripts: options.dev ? [] : ["'unsafe-inline'"],
      connect: connectSources(options.livekitUrl),
      dev: options.dev,
    }),
  };
  const everywhere = Object.entries(always).map(([key, value]) => ({ key, value }));
  const pages = publicPages.flatMap((page) => languages.map((language) => pathsOf(page)[language]));
  return [
    { source: '/:path*', headers: [...everywhere, policy] },
    ...pages.map((source) => ({ source, headers: [policy] })),
  ];
}
