import { z } from 'zod';
import { limitedAddress } from '@/lib/server/http/address';
import { signIn, signOut } from '@/lib/server/http/auth';
import { readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { clearLimit, limit } from '@/lib/server/http/limits';
import { requireSameOrigin } from '@/lib/server/http/origin';

const credentials = z.object({ password: z.string().min(1).max(1024) });

export const POST = handler(async (request: Request) => {
  requireSameOrigin(request.headers);
  const { password } = credentials.parse(await readJson(request, 4096));
  const address = limitedAddress(request.headers);
  await limit('sign_in', address);
  const cookie = await signIn(request.headers, password);
  await clearLimit('sign_in', address);
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
});

export const DELETE = handler(async (request: Request) => {
  requireSameOrigin(request.headers);
  return new Response(null, { status: 204, headers: { 'set-cookie': signOut(request.headers) } });
});

export const { GET, PUT, PATCH } = otherMethods('POST', 'DELETE');
