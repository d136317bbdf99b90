import { api } from '@/lib/contracts/api';
import { openApi } from './openapi';
import { defineRoutes } from '@/lib/server/http/define-routes';

export const dynamic = 'force-static';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/openapi.json', {
  GET: async () => Response.json(openApi(api)),
});
