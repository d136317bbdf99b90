import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { healthFor } from '@/lib/server/office/health';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/health', {
  GET: async ({ request }) => {
    const health = await healthFor(request.headers);
    return reply(health, { status: health.status === 'ok' ? 200 : 503 });
  },
});
