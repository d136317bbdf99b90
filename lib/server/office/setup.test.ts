import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storage } from '../platform/storage/index.ts';
import { dataDirectory, setUpEnvironment } from '../testing/server.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { setupStates, tryPart } from './setup.ts';

setUpEnvironment({
  STT_PROVIDER: 'openai',
  TTS_PROVIDER: 'local',
  LLM_MODEL: 'm',
  NOTICE_WEBHOOK_SECRET: 'a shared secret of the office',
});

const requests: string[] = [];
let isFailing = false;
let stop: () => void;

// One loopback server stands in for the recogniser, the language model and the webhook.
beforeAll(async () => {
  const reply = { choices: [{ delta: { content: 'Salom!' }, finish_reason: 'stop' }] };
  const server = await startLoopbackServer(async (request, response) => {
    const { url = '' } = request;
    requests.push(`${url} ${(await text(request)).includes('"event":"test"') ? 'as a test' : ''}`.trim());
    response.writeHead(isFailing ? 401 : 200, { 'content-type': 'application/json' });
    response.end(
      url.includes('completions')
        ? `data: ${JSON.stringify(reply)}\n\n`
        : JSON.stringify({ text: 'Salom, mening ismim Dilshod.' }),
    );
  });
  stop = server.stop;
  Object.assign(process.env, {
    OPENAI_BASE_URL: `${server.url}/v1`,
    NOTICE_WEBHOOK_URL: `${server.url}/notices`,
  });
});
afterAll(() => stop());

test('each part names what it uses, and the variables that enable it', async () => {
  const { parts } = await setupStates();
  expect(parts.map(({ part, state, by }) => [part, state, by])).toEqual([
    ['database', 'on', 'Postgres'],
    ['storage', 'on', 'DATA_DIR'],
    ['synthesis', 'on', 'local'],
    ['recognition', 'on', 'openai'],
    ['language_model', 'on', 'm'],
    ['calls', 'off', undefined],
    ['notices', 'on', 'webhook'],
  ]);
  expect(parts.every(({ variables }) => variables.length > 0)).toBe(true);
});

test('a trial uses the real part, and leaves no files behind', async () => {
  for (const [part, words] of [
    ['database', undefined],
    ['storage', undefined],
    ['synthesis', 'Salom, mening ismim Dilshod.'],
    ['recognition', 'Salom, mening ismim Dilshod.'],
    ['notices', undefined],
  ] as const)
    expect([part, await tryPart(part, 'uz')]).toEqual([part, { tookMs: expect.any(Number), said: words }]);
  const { models } = await tryPart('language_model', 'uz');
  expect(models).toMatchObject([{ model: 'm', said: 'Salom!', firstTokenMs: expect.any(Number) }]);
  expect(requests.filter((url) => url !== '/v1/models')).toEqual([
    '/v1/audio/transcriptions',
    '/notices as a test',
    '/v1/chat/completions',
  ]);
  for (const folder of ['audio/leads', 'audio-incoming'])
    expect(await readdir(path.join(dataDirectory(), folder))).toEqual([]);
});

test('a failed trial of the storage leaves no file in the spool', async () => {
  vi.spyOn(storage(), 'put').mockRejectedValueOnce(new Error('disk full'));
  await expect(tryPart('storage', 'uz')).rejects.toThrow('disk full');
  expect(await readdir(storage().spoolFolder)).toEqual([]);
});

test('a failure of a part is reported by its code', async () => {
  isFailing = true;
  await expect(tryPart('recognition', 'uz')).rejects.toMatchObject({ code: 'speech_refused' });
  const { models } = await tryPart('language_model', 'uz');
  expect(models).toMatchObject([{ model: 'm', failure: { kind: 'key' } }]);
  await expect(tryPart('notices', 'uz')).rejects.toMatchObject({ code: 'notice_failed' });
  await expect(tryPart('calls', 'uz')).rejects.toMatchObject({ code: 'calls_unavailable' });
});
