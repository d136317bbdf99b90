import { defineRoutes } from '@/lib/server/http/define-routes';
import { makeSample } from '@/lib/server/speech/sample';

export const maxDuration = 60;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/sample', {
  POST: ({ body }) => makeSample(body.language),
});
