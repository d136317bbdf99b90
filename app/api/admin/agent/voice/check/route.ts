import { defineRoutes } from '@/lib/server/http/define-routes';
import { checkSentence } from '@/lib/server/plan/owner-voice';
import { withSentence } from '../sentence-form';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/agent/voice/check', {
  POST: ({ request }) => withSentence(request, ({ path }) => checkSentence(path)),
});
