import { uploadPartBytes } from '@/lib/contracts/limits';
import { readBytes } from '@/lib/server/http/body';
import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { listModels, removeModel, startFetch, stopFetch } from '@/lib/server/speech/models';
import { addFolder } from '@/lib/server/speech/models/add-model';
import { appendPart } from '@/lib/server/speech/models/upload';

/** On a slow line the upload of one part takes minutes. */
const uploadPartWithinMs = 5 * 60_000;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/models', {
  GET: async () => ({ models: await listModels() }),
  POST: async ({ body }) => {
    if ('folder' in body) return { id: await addFolder(body.folder, body) };
    await startFetch(body.id);
    return reply(undefined, { status: 202 });
  },
  PUT: async ({ request, query }) => {
    const answer = await appendPart(await readBytes(request, uploadPartBytes, uploadPartWithinMs), query);
    return reply(answer, { status: answer.id === undefined ? 200 : 201 });
  },
  DELETE: ({ body: { id, keepParts } }) => (keepParts ? stopFetch : removeModel)(id),
});
