import { defineRoutes } from '@/lib/server/http/define-routes';
import { addDeskView, deleteDeskView, deskViews } from '@/lib/server/leads/desk-views';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/views', {
  GET: () => deskViews(),
  POST: async ({ body }) => ({ id: await addDeskView(body) }),
  DELETE: ({ body }) => deleteDeskView(body.id),
});
