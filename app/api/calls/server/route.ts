import { defineRoutes } from '@/lib/server/http/define-routes';
import { liveKit, webSocketUrl } from '@/lib/server/platform/livekit';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/calls/server', {
  GET: async () => ({ serverUrl: webSocketUrl(liveKit().url) }),
});
