import { defineRoutes } from '@/lib/server/http/define-routes';
import { metricsText } from '@/lib/server/office/metrics';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/metrics', {
  GET: async () =>
    new Response(await metricsText(), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
    }),
});
