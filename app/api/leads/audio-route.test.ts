import type { NextApiRequest, NextApiResponse } from 'next';
import { Writable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import audio from '@/pages/api/leads/[id]/audio';

afterEach(() => vi.unstubAllEnvs());

/** The answer's status, as the Pages router calls the route: outside of the scope in which Next's `after` works. */
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

test('a recording is answered also on Vercel with traces on', async () => {
  vi.stubEnv('VERCEL', '1');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
  vi.stubEnv('ADMIN_PASSWORD', 'a password of the office');
  vi.stubEnv('SESSION_SECRET', 'x'.repeat(32));
  vi.stubEnv('DATABASE_URL', 'postgres://x:y@127.0.0.1:9/none');
  expect(await statusOf('/api/leads/x/audio')).toBe(401);
});
