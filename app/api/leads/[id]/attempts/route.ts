import { defineRoutes } from '@/lib/server/http/define-routes';
import { addAttempt } from '@/lib/server/leads/changes';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads/{id}/attempts', {
  POST: ({ params, body }) => addAttempt(params.id, body),
});
