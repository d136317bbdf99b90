import { defineRoutes } from '@/lib/server/http/define-routes';
import { saveComparisonProgress } from '@/lib/server/office/comparison';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/agent/comparison', {
  POST: async ({ body: { id, progress } }) => ({ goesOn: await saveComparisonProgress(id, progress) }),
});
