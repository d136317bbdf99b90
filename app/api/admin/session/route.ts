import { after } from 'next/server';
import { rateLimitAddress } from '@/lib/server/http/address';
import { openLink, requireAdmin, signIn } from '@/lib/server/http/auth';
import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { resetSignIns, limit, limitSignIn } from '@/lib/server/http/limits';
import { endSession } from '@/lib/server/http/sessions';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/session', {
  GET: async ({ request: { headers }, query }) => {
    await limit('open_link', rateLimitAddress(headers));
    const cookie = await openLink(headers, query.token);
    const location = { location: '/admin/leads' };
    return reply(undefined, { headers: cookie === null ? location : { ...location, 'set-cookie': cookie } });
  },
  POST: async ({ request: { headers }, body }) => {
    const address = rateLimitAddress(headers);
    await limitSignIn(address);
    const cookie = await signIn(headers, body.password);
    await resetSignIns(address);
    return reply(undefined, { headers: { 'set-cookie': cookie } });
  },
  DELETE: async ({ request, query: { everywhere } }) => {
    if (everywhere) await requireAdmin(request);
    const cookie = await endSession(request.headers, everywhere, after);
    return reply(undefined, { headers: { 'set-cookie': cookie } });
  },
});
