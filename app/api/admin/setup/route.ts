import { defineRoutes } from '@/lib/server/http/define-routes';
import { setupStates, tryPart } from '@/lib/server/office/setup';

export const maxDuration = 60;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/setup', {
  GET: () => setupStates(),
  POST: ({ body: { part, language, reasoning } }) => tryPart(part, language, reasoning),
});
