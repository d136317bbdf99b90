import { defineRoutes } from '@/lib/server/http/define-routes';
import { listSentenceRecordings } from '@/lib/server/plan/owner-voice';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/agent/voice', {
  POST: () => listSentenceRecordings(),
});
