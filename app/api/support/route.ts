import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { env } from '@/lib/server/platform/env';

export const dynamic = 'force-dynamic';

/** The pages are built before the chat's address is known, so they link here. */
export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/support', {
  GET: async () => reply(undefined, { headers: { location: env().SUPPORT_CHAT_URL ?? '/#contact' } }),
});
