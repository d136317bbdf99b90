import { expect, test } from 'vitest';
import { givenServer } from '../testing/server.ts';
import { demoRecognizer, demoVoice } from './demos.ts';

givenServer({
  MUXLISA_API_KEY: 'a-key',
  MUXLISA_URL: 'http://127.0.0.1:9',
  LIMIT_DEMO_CHARACTERS_PER_DAY: '5000',
  LIMIT_DEMO_SECONDS_PER_DAY: '150',
});

test('beyond what a vendor may speak on a day this machine speaks', async () => {
  expect((await demoVoice('x'.repeat(4000))).name).toBe('muxlisa');
  expect((await demoVoice('x'.repeat(2000))).name).toBe('local');
  expect((await demoVoice('x')).name).toBe('local');
});

test('beyond what a vendor may hear on a day it is not asked, and the visitor is told', async () => {
  const hear = (seconds: number) =>
    demoRecognizer()?.transcribe(new Int16Array(16_000 * seconds), { language: 'uz' });
  await expect(hear(100)).resolves.toEqual({ text: '' });
  await expect(hear(100)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('today'),
    retryAfterS: expect.any(Number),
  });
});
