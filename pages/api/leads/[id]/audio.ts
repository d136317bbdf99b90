import { pipeline } from 'node:stream/promises';
import type { NextApiRequest, NextApiResponse } from 'next';
import { methods } from '@/lib/contracts/endpoint';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { answering } from '@/lib/server/http/handler';
import { audioResponse } from '@/lib/server/leads/audio-response';
import { log } from '@/lib/server/platform/log';

/** Bodies of any length, in both directions. */
export const config = { api: { bodyParser: false, responseLimit: false } };

const routes = defineRoutes(
  '/api/leads/{id}/audio',
  {
    GET: ({ request, params }) => audioResponse(request, params.id),
    HEAD: ({ request, params }) => audioResponse(request, params.id),
  },
  // Next's after() does not work in the Pages router.
  answering,
);

/** A Pages API route: Next drops Content-Length from the answers of route handlers, and a download without it shows no progress. */
export default async function audio(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const method = methods.find((known) => known === req.method) ?? 'POST';
  const request = new Request(new URL(req.url ?? '', 'http://localhost'), {
    method,
    // Not headersDistinct, which lacks the client's address that Next has added.
    headers: Object.entries(req.headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  });
  const response = await routes[method](request, { params: Promise.resolve({ id: req.query.id }) });
  res.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void res.end();
  try {
    await pipeline(response.body, res);
  } catch (error) {
    const hasLeft = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasLeft) log.error('audio_interrupted', { lead: String(req.query.id) }, error);
  }
}
