import { defineRoutes } from '@/lib/server/http/define-routes';
import { readVersion, restoreVersion } from '@/lib/server/office/agent-plan';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/agent/versions/{number}', {
  GET: ({ params }) => readVersion(params.number),
  POST: async ({ params, body }) => ({ number: await restoreVersion(params.number, body.author) }),
});
