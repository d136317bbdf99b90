import { AppError } from '@/lib/contracts/errors';
import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { listModels, removeModel, startFetch } from '@/lib/server/speech/models';
import { addArchive, addFolder } from '@/lib/server/speech/models/add-model';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/models', {
  GET: async () => ({ models: await listModels() }),
  POST: async ({ body }) => {
    if ('folder' in body) return { id: await addFolder(body.folder, body) };
    await startFetch(body.id);
    return reply(undefined, { status: 202 });
  },
  PUT: async ({ request, query }) => {
    if (request.body === null) throw new AppError('bad_request');
    return { id: await addArchive(request.body, query) };
  },
  DELETE: ({ body: { id } }) => removeModel(id),
});
