import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { chooseModel, chosenModel } from '../../lib/server/language-models/chosen-model.ts';
import { startLoopbackServer } from '../../lib/server/testing/loopback-server.ts';
import { findLocalModel } from './local-model.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-model-'));
const plan = interviewPlan.parse({});
/** The model server's state: models that always fail, models that refuse tools, and the models requested. */
const server = {
  port: 0,
  failing: new Set<string>(),
  withoutTools: new Set<string>(),
  requestedModels: new Array<string>(),
};
let stop: () => void;

beforeAll(async () => {
  const started = await startLoopbackServer(async (request, response) => {
    if (request.url === '/v1/models')
      return response.end(JSON.stringify({ data: [{ id: 'llama' }, { id: 'qwen' }] }));
    const { model, tools } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    server.requestedModels.push(model);
    const message = 'This model does not support tools';
    if (server.failing.has(model)) return response.writeHead(500).end();
    if (tools !== undefined && server.withoutTools.has(model))
      return response.writeHead(400).end(JSON.stringify({ error: { message } }));
    const chunk = { choices: [{ delta: { content: 'Salom!' }, finish_reason: 'stop' }] };
    return response.end(`data: ${JSON.stringify(chunk)}\n\n`);
  });
  server.port = Number(new URL(started.url).port);
  stop = started.stop;
});
afterEach(() => chooseModel(dataDir, undefined));
afterAll(() => {
  stop();
  rmSync(dataDir, { recursive: true });
});

const find = (settings: Parameters<typeof findLocalModel>[0]) => findLocalModel(settings, dataDir, plan);

test.each([
  ['both can', [], [], 'llama'],
  ['the first one fails', ['llama'], [], 'qwen'],
  ['the first one takes no tools', [], ['llama'], 'qwen'],
])('LLM=auto chooses the first model that can hold a call: %s', async (_, failing, withoutTools, model) => {
  server.failing = new Set(failing);
  server.withoutTools = new Set(withoutTools);
  const { port } = server;
  expect(await find({ LLM: 'auto', LLM_PORTS: [9, port] })).toMatch(
    new RegExp(`^The language model is ${model} on port ${port}: first word after `),
  );
  expect(chosenModel(dataDir)).toEqual({ port, model });
});

test('LLM=auto leaves the calls to the script if no model answers, and says why', async () => {
  server.failing = new Set(['llama', 'qwen']);
  chooseModel(dataDir, { port: server.port, model: 'gone' });
  expect(await find({ LLM: 'auto', LLM_PORTS: [server.port] })).toMatch(/llama: \w+, qwen: \w+.*the script/);
  expect(chosenModel(dataDir)).toBeUndefined();
});

test('without LLM=auto the server is only named', async () => {
  const { port } = server;
  server.requestedModels = [];
  expect(await find({ LLM_PORTS: [port] })).toBe(
    `A model server answers on port ${port} (2 models). LLM=auto uses it, or the set-up page.`,
  );
  expect(server.requestedModels).toEqual([]);
});

test('a set model prevents the search, a chosen one only without LLM=auto', async () => {
  const { port } = server;
  server.failing = new Set();
  server.withoutTools = new Set();
  expect(await find({ LLM: 'auto', LLM_MODEL: 'gpt', LLM_PORTS: [port] })).toBeUndefined();
  chooseModel(dataDir, { port, model: 'gone' });
  expect(await find({ LLM_PORTS: [port] })).toBeUndefined();
  expect(await find({ LLM: 'auto', LLM_PORTS: [port] })).toMatch(/^The language model is (llama|qwen) /);
});

test('a missing server is reported only with LLM=auto', async () => {
  expect(await find({ LLM_PORTS: [] })).toBeUndefined();
  expect(await find({ LLM: 'auto', LLM_PORTS: [9] })).toBe(
    'LLM=auto: no model server answers on this machine; the script holds the calls.',
  );
});
