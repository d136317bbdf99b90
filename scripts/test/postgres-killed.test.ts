// Kills Postgres while the office saves a draft and downloads a model.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as agentRoute from '@/app/api/admin/agent/route';
import * as modelsRoute from '@/app/api/admin/models/route';
import { Autosave } from '@/components/office/agent/autosave';
import { RequestFailure, apiUrl, callApi } from '@/lib/api-client';
import { signIn } from '../../lib/server/http/auth.ts';
import { closeDb } from '../../lib/server/platform/db.ts';
import { listModels } from '../../lib/server/speech/models/index.ts';
import { type ModelPublisher, startModelPublisher } from '../../lib/server/testing/model-publisher.ts';
import { type OwnPostgres, startOwnPostgres } from '../start/own-postgres.ts';
import { readPids } from '../start/processes.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const fixtures = path.join(root, 'lib/server/speech/vendors/sherpa/fixtures');
const onnx = 'ru_RU-irina-medium.onnx';
const dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'ovoz-tests-'));
let postgres: OwnPostgres;
let publisher: ModelPublisher;
let cookie: string;
/** Error codes of refused requests. */
const refusals: string[] = [];

beforeAll(async () => {
  postgres = await startOwnPostgres(dataDir);
  publisher = await startModelPublisher({
    'csukuangfj/vits-piper-ru_RU-irina-medium': {
      [onnx]: readFileSync(path.join(fixtures, 'tone-voice/model.onnx')),
      'tokens.txt': readFileSync(path.join(fixtures, 'tone-voice/tokens.txt')),
      MODEL_CARD: Buffer.from('a voice'),
    },
  });
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    MODELS_URL: publisher.url,
    ADMIN_PASSWORD: 'a password',
  };
  Object.assign(process.env, settings);
  await promisify(execFile)(process.execPath, ['scripts/migrate.ts'], { cwd: root, env: process.env });
  cookie = (await signIn(new Headers({ host: 'localhost' }), settings.ADMIN_PASSWORD)).split(';', 1)[0] ?? '';
  vi.stubGlobal('fetch', asBrowser(fetch));
});

afterAll(async () => {
  publisher.stop();
  await closeDb();
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
});

/** Passes the office's requests to the API's handlers, with a session. Sends other requests to `outside`. */
function asBrowser(outside: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return outside(input, init);
    const request = new Request(`http://localhost${input}`, init);
    for (const [name, value] of Object.entries({
      cookie,
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
    }))
      request.headers.set(name, value);
    const route = input.startsWith(apiUrl('GET /api/admin/agent')) ? agentRoute : modelsRoute;
    const method =
      (['GET', 'POST', 'PUT', 'PATCH'] as const).find((name) => name === request.method) ?? 'GET';
    const response = await route[method](request, {});
    if (!response.ok) refusals.push((await response.clone().json()).code);
    return response;
  };
}

const postgresPid = () => readPids(dataDir).postgres?.pid ?? 0;

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('a draft and a download survive a kill of Postgres, and the download does not start again', async () => {
  const load = () => callApi('GET /api/admin/agent');
  const page = await load();
  const autosave = new Autosave(
    page,
    {
      load,
      save: async (revision, plan) =>
        (await callApi('PATCH /api/admin/agent', { body: { revision, plan } })).revision,
      isConflict: (error) => error instanceof RequestFailure && error.code === 'draft_changed',
    },
    { tab: storage(), browser: storage() },
  );
  const leave = autosave.attach();
  const { stalled, resume } = publisher.stallAfter(onnx, 700);
  await callApi('POST /api/admin/models', { body: { id: 'piper-ru-irina' } });
  await stalled;

  const killed = postgresPid();
  autosave.edit({ ...page.published.plan, business: 'The last words.' });
  process.kill(-killed, 'SIGKILL');
  void autosave.flush();
  resume();
  await expect.poll(() => autosave.store.get().saving).toBe('saved');
  expect((await load()).draft).toMatchObject({ revision: 1, plan: { business: 'The last words.' } });
  const installed = async () =>
    (await listModels()).filter(({ state }) => state === 'installed').map(({ id }) => id);
  await expect.poll(installed).toEqual(['piper-ru-irina']);
  expect(postgresPid()).not.toBe(killed);
  expect(refusals.filter((code) => code !== 'database_unavailable')).toEqual([]);
  expect(publisher.requestedPaths.filter((name) => name === onnx)).toHaveLength(1);
  leave();
});
