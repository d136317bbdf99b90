import { defineRoutes } from '@/lib/server/http/define-routes';
import { discardDraft, publishDraft, readAgentPage, saveDraft } from '@/lib/server/office/agent-plan';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/agent', {
  GET: () => readAgentPage(),
  PATCH: async ({ body }) => ({ revision: await saveDraft(body.revision, body.plan) }),
  POST: ({ body: { revision, ...publication } }) => publishDraft(revision, publication),
  DELETE: async ({ body }) => ({ revision: await discardDraft(body.revision) }),
});
