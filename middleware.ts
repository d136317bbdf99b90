import { yearS } from '@/lib/time';
import { type NextRequest, NextResponse } from 'next/server';
import { AppError } from './lib/contracts/errors';
import { languageCookie } from './lib/i18n/language';
import { routeRequest } from './lib/i18n/routing';
import { policyHeader } from './lib/security-headers';
import { pagePolicy } from './lib/server/http/page-policy';
import { linkHeader, makesLinkPreviews } from './lib/server/http/page-address';

/** Keeps the language that a path names, and leads to the page in the visitor's language: lib/i18n/routing.ts decides. */
export default function middleware(request: NextRequest) {
  // There are no server actions: Next would log three lines for each request that asks for one.
  if (request.headers.has('next-action')) return new NextResponse(null, { status: 404 });
  if (request.nextUrl.pathname.startsWith('/api/')) return malformed();
  const { redirectTo, keep } = routeRequest(
    request.nextUrl.pathname,
    request.cookies.get(languageCookie)?.value,
  );
  const response = redirectTo === undefined ? serve(request) : redirect(request, redirectTo);
  if (keep) response.cookies.set(languageCookie, keep, { path: '/', maxAge: yearS, sameSite: 'lax' });
  return response;
}

/** An address of the API that cannot be decoded: Next itself would answer with a page. */
function malformed(): NextResponse {
  const { body, status } = new AppError('bad_request', { detail: 'The address cannot be decoded.' });
  return NextResponse.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

function redirect(request: NextRequest, pathname: string): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = pathname;
  return NextResponse.redirect(url);
}

/** Serves a page with its policy, its addresses and, to those who make previews of links, what they show. */
function serve(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const { policy, hasNonce } = pagePolicy(pathname);
  const links = linkHeader(pathname);
  const response =
    links !== null && makesLinkPreviews(request.headers.get('user-agent'))
      ? linkPreview(request)
      : hasNonce
        ? withNonce(request, policy)
        : NextResponse.next();
  response.headers.set(policyHeader, policy);
  if (links !== null) response.headers.set('Link', links);
  // A preview of a branch must not be found in the site's place.
  if (process.env.VERCEL_ENV === 'preview') response.headers.set('X-Robots-Tag', 'noindex, nofollow');
  return response;
}

/** Next takes the nonce from the policy of the request. */
function withNonce(request: NextRequest, policy: string): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(policyHeader, policy);
  return NextResponse.next({ request: { headers } });
}

function linkPreview(request: NextRequest): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = `/api/link-preview${request.nextUrl.pathname}`;
  return NextResponse.rewrite(url);
}

/** Pages alone, each of which needs its policy; and what of the API cannot be decoded. Node.js, for the file of the scripts' hashes. */
export const config = {
  runtime: 'nodejs',
  matcher: ['/((?!api/|locales/|_next/|.*\\..*).*)', '/api/(.*%(?![0-9A-Fa-f][0-9A-Fa-f]).*)'],
};
