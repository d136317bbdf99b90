import { defineRoutes } from '@/lib/server/http/define-routes';
import { liveUpdatesResponse } from '@/lib/server/http/live-updates';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads/events', {
  GET: async ({ request }) => liveUpdatesResponse('leads', request),
});
