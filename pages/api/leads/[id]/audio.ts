import { pipeline } from 'node:stream/promises';
import type { NextApiRequest, NextApiResponse } from 'next';
import { requireAdmin } from '@/lib/server/http/auth';
import { answering, otherMethods } from '@/lib/server/http/handler';
import { audioResponse } from '@/lib/server/leads/audio-response';
import { leadIdOf } from '@/lib/server/leads/repository';
import { log } from '@/lib/server/platform/log';

/** Streams of any length, out as well. */
export const config = { api: { bodyParser: false, responseLimit: false } };

const answer = answering(async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
  await requireAdmin(request);
  return audioResponse(request, await leadIdOf(params));
});

const refuse = otherMethods('GET', 'HEAD').POST;

/** A Pages API route: Next takes Content-Length from what a route handler answers, and a download without it shows no progress. */
export default async function audio(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  const url = new URL(req.url ?? '', 'http://localhost');
  const request = new Request(url, {
    method: req.method === 'HEAD' ? 'HEAD' : 'GET',
    // Not headersDistinct, which lacks the address that Next has added.
    headers: Object.entries(req.headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  });
  const reads = req.method === 'GET' || req.method === 'HEAD';
  const id = String(req.query.id);
  const response = reads ? await answer(request, { params: Promise.resolve({ id }) }) : await refuse();
  res.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void res.end();
  try {
    await pipeline(response.body, res);
  } catch (error) {
    const hasLeft = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasLeft) log.error('audio_interrupted', { lead: id }, error);
  }
}
