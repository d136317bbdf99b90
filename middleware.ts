import { yearS } from '@/lib/time';
import { type NextRequest, NextResponse } from 'next/server';
import { AppError } from './lib/contracts/errors';
import { languageCookie } from './lib/i18n/language';
import { routeRequest } from './lib/i18n/routing';
import { policyHeader } from './lib/security-headers';
import { pagePolicy } from './lib/server/http/page-policy';
import { linkHeader, isLinkPreviewer } from './lib/server/http/page-address';

/** Redirects to the page in the visitor's language and stores a language named in the path. lib/i18n/routing.ts decides. */
export default function middleware(request: NextRequest) {
  if (request.nextUrl.pathname.startsWith('/api/'))
    return refusal(new AppError('bad_request', { detail: 'The address cannot be decoded.' }));
  // The site has no server actions. For each such request Next would look for one and log three lines.
  if (!['GET', 'HEAD'].includes(request.method)) return refusal(new AppError('method_not_allowed'));
  const { redirectTo, languageToSave } = routeRequest(
    request.nextUrl.pathname,
    request.cookies.get(languageCookie)?.value,
  );
  const response = redirectTo === undefined ? serve(request) : redirect(request, redirectTo);
  if (languageToSave)
    response.cookies.set(languageCookie, languageToSave, { path: '/', maxAge: yearS, sameSite: 'lax' });
  return response;
}

/** Answers in JSON; Next itself would answer with a page. */
function refusal({ body, status }: AppError): NextResponse {
  return NextResponse.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

function redirect(request: NextRequest, pathname: string): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = pathname;
  return NextResponse.redirect(url);
}

/** Serves a page with its security policy and its Link header. A link previewer gets a link preview instead. */
function serve(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const { policy, hasNonce } = pagePolicy(pathname);
  const links = linkHeader(pathname);
  const response =
    links !== null && isLinkPreviewer(request.headers.get('user-agent'))
      ? linkPreview(request)
      : hasNonce
        ? withNonce(request, policy)
        : NextResponse.next();
  response.headers.set(policyHeader, policy);
  if (links !== null) response.headers.set('Link', links);
  // Search engines must not list a preview deployment.
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

/** Matches pages, undecodable API addresses and what Next takes for a server action. Runs on Node.js, which can read the file of script hashes. */
export const config = {
  runtime: 'nodejs',
  matcher: [
    '/((?!api/|locales/|_next/|.*\\..*).*)',
    '/api/(.*%(?![0-9A-Fa-f][0-9A-Fa-f]).*)',
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'next-action' }] },
    {
      source: '/((?!api/).*)',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
    },
  ],
};
