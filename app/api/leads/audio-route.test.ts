import { once } from 'node:events';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import type { NextApiRequest, NextApiResponse } from 'next';
import { NodeNextRequest, NodeNextResponse } from 'next/dist/server/base-http/node';
import { sendResponse } from 'next/dist/server/send-response';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import audio from '@/pages/api/leads/[id]/audio';

afterEach(() => vi.unstubAllEnvs());

/** The status of an answer through the Pages router. Next's `after` does not work there. */
async function statusOf(path: string): Promise<number> {
  const status = Promise.withResolvers<number>();
  const response = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), {
    writeHead: (code: number) => status.resolve(code),
  });
  const request = { url: path, method: 'GET', headers: {}, query: { id: 'x' } };
  await audio(
    request as Partial<NextApiRequest> as NextApiRequest,
    response as Partial<NextApiResponse> as NextApiResponse,
  );
  return status.promise;
}

test('on Vercel with traces on, the request of a recording is answered', async () => {
  vi.stubEnv('VERCEL', '1');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
  vi.stubEnv('ADMIN_PASSWORD', 'a password of the office');
  vi.stubEnv('SESSION_SECRET', 'x'.repeat(32));
  vi.stubEnv('DATABASE_URL', 'postgres://x:y@127.0.0.1:9/none');
  expect(await statusOf('/api/leads/x/audio')).toBe(401);
});

test('Next drops Content-Length from a route handler; if it stops doing so, recordings may move to one (decision 016)', async () => {
  const server = createServer((req, res) => {
    const answer = new Response('four', { headers: { 'content-length': '4', etag: '"kept"' } });
    void sendResponse(new NodeNextRequest(req), new NodeNextResponse(res), answer);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  expect([headers.get('etag'), headers.get('content-length')]).toEqual(['"kept"', null]);
});
