import { defineRoutes } from '@/lib/server/http/define-routes';
import { endCall, listenIn, liveCalls } from '@/lib/server/office/live';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/live', {
  GET: () => liveCalls(),
  POST: ({ request, body }) => listenIn(body.room, request.headers),
  DELETE: ({ body }) => endCall(body.room),
});
