import { defineRoutes } from '@/lib/server/http/define-routes';
import { deleteSentence, openSentence } from '@/lib/server/plan/owner-voice';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/agent/voice/{id}', {
  GET: async ({ params }) => {
    const headers = { 'content-type': 'audio/wav', 'cache-control': 'private, no-cache' };
    return new Response(await openSentence(params.id), { headers });
  },
  DELETE: ({ params }) => deleteSentence(params.id),
});
