import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { agentUnderstands } from '../calls/engine.ts';
import { modelVendors } from '../language-models/configured-models.ts';
import { env } from '../platform/env.ts';
import { startLoopbackServer } from '../testing/loopback-server.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { readModelServers, clearChosenModel, tryAndChooseModel } from './model-servers.ts';
import { setupStates } from './setup.ts';

setUpEnvironment({
  STT_PROVIDER: 'openai',
  OPENAI_API_KEY: 'the key of OpenAI',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
});

let port = 0;
let otherPort = 0;
const stops: (() => void)[] = [];
const requests: { model: string; key?: string | undefined }[] = [];
/** The statuses of the model's answers in turn; the last one repeats. */
let statuses = [200];

beforeAll(async () => {
  const models = await startLoopbackServer(async (request, response) => {
    if (request.url === '/v1/models')
      return response.end(
        JSON.stringify({
          data: [{ id: 'nomic-embed-text' }, { id: 'llama' }, { id: 'qwen' }, { id: '/opt/tts/gemma.gguf' }],
        }),
      );
    const { model }: { model: string } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    requests.push({ model, key: request.headers.authorization });
    const chunk = { choices: [{ delta: { content: 'Salom!' }, finish_reason: 'stop' }] };
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return response.writeHead(status ?? 200).end(`data: ${JSON.stringify(chunk)}\n\n`);
  });
  const other = await startLoopbackServer((_request, response) => response.end('<html>'));
  [port, otherPort] = [models, other].map(({ url }) => Number(new URL(url).port)) as [number, number];
  stops.push(models.stop, other.stop);
  process.env.LLM_PORTS = `${otherPort},${port},9`;
});
afterAll(() => stops.forEach((stop) => stop()));

const languageModel = async () => (await setupStates()).parts.find(({ part }) => part === 'language_model');

test('a model server on this machine is found with its chat models; other programs are not', async () => {
  expect(await readModelServers()).toEqual({
    servers: [{ port, program: undefined, models: ['llama', 'qwen', '/opt/tts/gemma.gguf'] }],
    used: undefined,
  });
  expect(await languageModel()).toMatchObject({ state: 'off' });
});

test('a model is tried with a call’s request and then used, until the office clears the choice', async () => {
  const { tried } = await tryAndChooseModel({ port, model: 'qwen', language: 'uz' });
  expect(tried).toMatchObject({ model: 'qwen', said: 'Salom!' });
  expect(requests).toEqual([{ model: 'qwen', key: undefined }]);
  expect((await readModelServers()).used).toEqual({ port, model: 'qwen' });
  expect(modelVendors(env())).toEqual([{ model: 'qwen', baseUrl: `http://127.0.0.1:${port}/v1` }]);
  expect(agentUnderstands()).toBe(true);
  expect(await languageModel()).toMatchObject({ state: 'on', by: 'qwen' });
  writeFileSync(path.join(env().DATA_DIR, 'model.json'), '');
  expect(modelVendors(env()), 'emptied by a power failure').toEqual([]);
  clearChosenModel();
  expect(modelVendors(env())).toEqual([]);
  expect(agentUnderstands()).toBe(false);
});

test('a model that fails the trial is not used, and only found models get requests', async () => {
  statuses = [500];
  const { tried } = await tryAndChooseModel({ port, model: 'llama', language: 'en' });
  expect(tried.failure).toBeDefined();
  expect((await readModelServers()).used).toBeUndefined();
  const before = requests.length;
  for (const unknown of [
    { port: otherPort, model: 'llama' },
    { port, model: 'gpt' },
    { port: 22, model: 'llama' },
  ])
    await expect(tryAndChooseModel({ ...unknown, language: 'en' })).rejects.toMatchObject({
      code: 'not_found',
    });
  expect(requests).toHaveLength(before);
});

test('a model of the settings is named, and leaves no choice', async () => {
  process.env.LLM_MODEL = 'gpt-x';
  vi.resetModules();
  const restarted = await import('./model-servers.ts');
  expect(await restarted.readModelServers()).toEqual({ servers: [], configured: 'gpt-x' });
});
