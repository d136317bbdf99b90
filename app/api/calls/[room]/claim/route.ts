import { AppError } from '@/lib/contracts/errors';
import { assignCallToWorker } from '@/lib/server/calls/claim';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { joinTrace } from '@/lib/server/platform/telemetry';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/{room}/claim', {
  POST: async ({ params, body }) => {
    if (body.room !== params.room)
      throw new AppError('invalid_field', { detail: 'room: not the one in the URL' });
    joinTrace(body.room, 'web.claim');
    await assignCallToWorker(body);
  },
});
