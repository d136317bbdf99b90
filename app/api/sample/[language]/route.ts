import { defineRoutes } from '@/lib/server/http/define-routes';
import { captionsOf, requireSample } from '@/lib/server/speech/sample';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/sample/{language}', {
  GET: async ({ params }) => ({ captions: await captionsOf(requireSample(params.language)) }),
});
