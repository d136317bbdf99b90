import { defineRoutes } from '@/lib/server/http/define-routes';
import { readModelServers, clearChosenModel, tryAndChooseModel } from '@/lib/server/office/model-servers';

/** A model may have to be read from the disk for its first request. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/admin/model-servers', {
  GET: () => readModelServers(),
  POST: ({ body }) => tryAndChooseModel(body),
  DELETE: async () => clearChosenModel(),
});
