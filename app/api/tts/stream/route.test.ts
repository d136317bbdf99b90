import { expect, test } from 'vitest';
import { setUpEnvironment } from '@/lib/server/testing/server';
import { GET, HEAD } from './route';

setUpEnvironment({ TTS_PROVIDER: 'local' });

test.each([
  ['GET', GET],
  ['HEAD', HEAD],
])('no cache stores the answer of %s, because the voice may change', async (method, handle) => {
  const answer = await handle(new Request('http://site.test/api/tts/stream?text=Salom', { method }), {});
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  // Only the headers matter here, not the sound.
  await answer.body?.cancel();
});
