import { defineRoutes } from '@/lib/server/http/define-routes';
import { readInsights } from '@/lib/server/office/insights';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/insights', {
  GET: ({ query }) => readInsights(query),
});
