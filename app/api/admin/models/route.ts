import { uploadPartBytes } from '@/lib/contracts/limits';
import { type ModelList, modelRemoval, modelRequest, modelUpload } from '@/lib/contracts/models';
import { requireAdmin } from '@/lib/server/http/auth';
import { readBytes, readJson } from '@/lib/server/http/body';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { listModels, removeModel, startFetch, stopFetch } from '@/lib/server/speech/models';
import { addFolder } from '@/lib/server/speech/models/add-model';
import { takePart } from '@/lib/server/speech/models/upload';

/** A part takes minutes on a slow line. */
const uploadPartWithinMs = 5 * 60_000;

export const GET = handler(async (request: Request) => {
  await requireAdmin(request);
  const list: ModelList = { models: await listModels() };
  return Response.json(list, { headers: { 'cache-control': 'no-store' } });
});

export const POST = handler(async (request: Request) => {
  await requireAdmin(request);
  const asked = modelRequest.parse(await readJson(request));
  if ('folder' in asked) return Response.json({ id: await addFolder(asked.folder, asked) }, { status: 201 });
  await startFetch(asked.id);
  return new Response(null, { status: 202 });
});

/** The body is a part of a tar archive, plain or packed with gzip or bzip2. */
export const PUT = handler(async (request: Request) => {
  await requireAdmin(request);
  const upload = modelUpload.parse(Object.fromEntries(new URL(request.url).searchParams));
  const answer = await takePart(await readBytes(request, uploadPartBytes, uploadPartWithinMs), upload);
  return Response.json(answer, { status: answer.id === undefined ? 200 : 201 });
});

export const DELETE = handler(async (request: Request) => {
  await requireAdmin(request);
  const { id, keepParts } = modelRemoval.parse(await readJson(request));
  await (keepParts ? stopFetch : removeModel)(id);
  return new Response(null, { status: 204 });
});

export const { PATCH } = otherMethods('GET', 'POST', 'PUT', 'DELETE');
