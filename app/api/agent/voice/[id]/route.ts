import { defineRoutes } from '@/lib/server/http/define-routes';
import { samplesOfSentence } from '@/lib/server/plan/owner-voice';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/agent/voice/{id}', {
  POST: async ({ params }) => ({ samples: (await samplesOfSentence(params.id)).toString('base64') }),
});
