import { after } from 'next/server';
import { adminCredentials, adminLink, signOutQuery } from '@/lib/contracts/admin-session';
import { limitedAddress } from '@/lib/server/http/address';
import { openLink, requireAdmin, signIn } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { forgetSignIns, limit, limitSignIn } from '@/lib/server/http/limits';
import { requireSameOrigin } from '@/lib/server/http/origin';
import { endSession } from '@/lib/server/http/sessions';

/** The link that the start command prints: opens a session once, and leads to the leads. */
export const GET = handler(async (request: Request) => {
  requireSameOrigin(request.headers);
  const { token } = adminLink.parse(Object.fromEntries(new URL(request.url).searchParams));
  await limit('open_link', limitedAddress(request.headers));
  const cookie = await openLink(request.headers, token);
  const headers = new Headers({ location: '/admin/leads', 'cache-control': 'no-store' });
  if (cookie !== null) headers.set('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
});

export const POST = handler(async (request: Request) => {
  requireSameOrigin(request.headers);
  const { password } = adminCredentials.parse(await readJson(request, 4096));
  const address = limitedAddress(request.headers);
  await limitSignIn(address);
  const cookie = await signIn(request.headers, password);
  await forgetSignIns(address);
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
});

/** Ends the session of this browser, or every session with ?everywhere=true. */
export const DELETE = handler(async (request: Request) => {
  requireSameOrigin(request.headers);
  const { everywhere } = signOutQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  if (everywhere) await requireAdmin(request);
  const cookie = await endSession(request.headers, everywhere, after);
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
});

export const { PUT, PATCH } = otherMethods('GET', 'POST', 'DELETE');
