import { type NextRequest, NextResponse } from 'next/server';
import { fallbackLanguage, languageCookie } from './lib/i18n/language';
import { hrefIn, routeRequest } from './lib/i18n/routing';
import { connectSources, contentSecurityPolicy, policyHeader } from './lib/security-headers';

const oneYearS = 365 * 24 * 3600;

/** Keeps the language that a path names, and leads to the page in the visitor's language: lib/i18n/routing.ts decides. */
export default function middleware(request: NextRequest) {
  const { redirectTo, keep } = routeRequest(
    request.nextUrl.pathname,
    request.cookies.get(languageCookie)?.value,
  );
  const response = redirectTo === undefined ? serve(request) : redirect(request, redirectTo);
  if (keep) response.cookies.set(languageCookie, keep, { path: '/', maxAge: oneYearS, sameSite: 'lax' });
  return response;
}

function redirect(request: NextRequest, pathname: string): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = pathname;
  return NextResponse.redirect(url);
}

/** The admin page is made for each request, so its inline scripts are allowed by a nonce; the others are sealed by their build. */
function serve(request: NextRequest): NextResponse {
  const dev = process.env.NODE_ENV === 'development';
  if (dev || hrefIn(fallbackLanguage, request.nextUrl.pathname) !== '/admin/leads')
    return NextResponse.next();
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy({
    scripts: [`'nonce-${nonce}'`],
    connect: connectSources(process.env.LIVEKIT_URL),
  });
  const headers = new Headers(request.headers);
  headers.set(policyHeader, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(policyHeader, policy);
  return response;
}

/** Next reads this without running it; it is lib/i18n/routing.ts that says why, and a test compares the two. */
export const config = {
  matcher: [
    '/uz/:path*',
    { source: '/ru/:path*', missing: [{ type: 'cookie', key: 'ovoz_language', value: 'ru' }] },
    { source: '/en/:path*', missing: [{ type: 'cookie', key: 'ovoz_language', value: 'en' }] },
    '/:language(ru|en)/admin/leads',
    '/admin/leads',
    {
      source: '/((?!api/|locales/|_next/|(?:uz|ru|en)(?:/|$)|.*\\..*).*)',
      has: [{ type: 'cookie', key: 'ovoz_language', value: '(?:ru|en)' }],
    },
  ],
};
