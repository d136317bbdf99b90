import { comparisonMaxRequests } from '@/lib/contracts/evaluation';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { cancelComparison, readComparison, startComparison } from '@/lib/server/office/comparison';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/agent/comparison', {
  GET: async () => ({ comparison: await readComparison(), maxRequests: comparisonMaxRequests }),
  POST: ({ body: { revision, language } }) => startComparison(revision, language),
  DELETE: () => cancelComparison(),
});
