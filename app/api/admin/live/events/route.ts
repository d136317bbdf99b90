import { defineRoutes } from '@/lib/server/http/define-routes';
import { liveUpdatesResponse } from '@/lib/server/http/live-updates';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/live/events', {
  GET: async ({ request }) => liveUpdatesResponse('calls', request),
});
