import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { readiness } from '@/lib/server/office/health';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/ready', {
  GET: async () => {
    const { state, detail } = await readiness();
    const isReady = state === 'ok';
    return reply({ status: isReady ? 'ok' : 'down', detail }, { status: isReady ? 200 : 503 });
  },
});
