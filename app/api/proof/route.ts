import { defineRoutes } from '@/lib/server/http/define-routes';
import { newChallenge } from '@/lib/server/http/proof';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/proof', {
  GET: () => newChallenge(),
});
