import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseModel } from '../../lib/server/language-models/chosen-model.ts';
import { startLoopbackServer } from '../../lib/server/testing/loopback-server.ts';
import { findLocalModel } from './local-model.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-model-'));
let port = 0;
let stop: () => void;

beforeAll(async () => {
  const server = await startLoopbackServer((_request, response) => {
    response.end(JSON.stringify({ data: [{ id: 'llama' }, { id: 'qwen' }] }));
  });
  port = Number(new URL(server.url).port);
  stop = server.stop;
});
afterAll(() => {
  stop();
  rmSync(dataDir, { recursive: true });
});

test('LLM=auto uses the first model of the server; without it the server is only named', async () => {
  expect(await findLocalModel({ LLM: 'auto', LLM_PORTS: [9, port] }, dataDir)).toEqual({
    settings: { LLM_MODEL: 'llama', LLM_BASE_URL: `http://127.0.0.1:${port}/v1` },
    found: `The language model is llama on port ${port} (2 models).`,
  });
  expect(await findLocalModel({ LLM_PORTS: [port] }, dataDir)).toEqual({
    found: `A model server answers on port ${port} (2 models). LLM=auto uses it, or the set-up page.`,
  });
});

test('nothing is searched where a model is set or chosen, and nothing is said where no server is', async () => {
  expect(await findLocalModel({ LLM: 'auto', LLM_MODEL: 'gpt', LLM_PORTS: [port] }, dataDir)).toEqual({});
  expect(await findLocalModel({ LLM_PORTS: [] }, dataDir)).toEqual({});
  expect(await findLocalModel({ LLM: 'auto', LLM_PORTS: [9] }, dataDir)).toEqual({
    found: 'LLM=auto: no model server answers on this machine; the script holds the calls.',
  });
  chooseModel(dataDir, { port, model: 'qwen' });
  expect(await findLocalModel({ LLM_PORTS: [port] }, dataDir)).toEqual({});
});
