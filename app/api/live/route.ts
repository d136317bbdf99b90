import { defineRoutes } from '@/lib/server/http/define-routes';

export const dynamic = 'force-dynamic';

/** Liveness probe. Checks no dependencies, so that no web app is restarted for another part's fault. */
export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/live', {
  GET: async () => ({ status: 'ok' as const }),
});
