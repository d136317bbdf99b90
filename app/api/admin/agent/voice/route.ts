import { sentenceFields } from '@/lib/contracts/owner-voice';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { readOwnerVoice, saveSentence } from '@/lib/server/plan/owner-voice';
import { withSentence } from './sentence-form';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/agent/voice', {
  GET: () => readOwnerVoice(),
  POST: ({ request }) =>
    withSentence(request, async ({ path, fields }) => {
      const sentence = sentenceFields.parse(Object.fromEntries(fields));
      return { id: await saveSentence(sentence, path) };
    }),
});
