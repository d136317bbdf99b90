import { assignCallToWorker } from '@/lib/server/calls/claim';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { joinTrace } from '@/lib/server/platform/telemetry';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/{room}/claim', {
  POST: async ({ body }) => {
    joinTrace(body.room, 'web.claim');
    await assignCallToWorker(body);
  },
});
