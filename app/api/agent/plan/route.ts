import { defineRoutes } from '@/lib/server/http/define-routes';
import { planOfVersion } from '@/lib/server/plan/plan-versions';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/agent/plan', {
  POST: async ({ body }) => ({ plan: await planOfVersion(body.version) }),
});
