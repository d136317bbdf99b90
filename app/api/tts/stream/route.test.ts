import { expect, test } from 'vitest';
import { setUpEnvironment } from '@/lib/server/testing/server';
import { GET } from './route';

setUpEnvironment({ TTS_PROVIDER: 'local', ADMIN_WITHOUT_PASSWORD: 'local' });

test.each([
  ['', 'private, max-age=3600'],
  ['&office=1', 'no-store'],
])(
  'the browser caches the demo, but not what the office hears after a change (%j)',
  async (query, caching) => {
    const address = `http://localhost/api/tts/stream?text=Salom${query}`;
    const answer = await GET(
      new Request(address, { headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } }),
      {},
    );
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, caching]);
    await answer.body?.cancel();
  },
);
