import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkModelFolders } from './model-folders.ts';

const model = path.join(import.meta.dirname, 'vendors/sherpa/fixtures/loudness-model');

async function createFolder(...names: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of names) await writeFile(path.join(folder, name), '');
  return folder;
}

/** Creates a model of an unknown family with this model.json. */
async function createDescribed(description: string): Promise<string> {
  const folder = await createFolder('model.onnx', 'tokens.txt');
  await writeFile(path.join(folder, 'model.json'), description);
  return folder;
}

test('a folder with a model passes', async () => {
  const settings = { STT_MODEL_DIR: model, TTS_MODEL_DIR: undefined };
  await expect(checkModelFolders(settings)).resolves.toBeUndefined();
});

test.each<['STT_MODEL_DIR' | 'TTS_MODEL_DIR', () => Promise<string>, RegExp]>([
  ['STT_MODEL_DIR', async () => '/nowhere', /^STT_MODEL_DIR: ENOENT[^\n]*$/],
  ['STT_MODEL_DIR', () => createFolder('model.onnx'), /^STT_MODEL_DIR: [^\n]* has no tokens\.txt\.$/],
  ['STT_MODEL_DIR', () => createDescribed('{"name": 5}'), /^STT_MODEL_DIR: [^\n]*model\.json: name: [^\n]+$/],
  [
    'STT_MODEL_DIR',
    () => createDescribed('{\n"name": x\n}'),
    /^STT_MODEL_DIR: [^\n]*model\.json: SyntaxError: [^\n]+valid JSON$/,
  ],
  ['TTS_MODEL_DIR', () => createFolder('tokens.txt'), /^TTS_MODEL_DIR: [^\n]* has no \.onnx file\.$/],
])('a %s without a usable model is refused in one line (%#)', async (variable, create, message) => {
  const folder: string = await create();
  const settings = { STT_MODEL_DIR: undefined, TTS_MODEL_DIR: undefined, [variable]: folder };
  await expect(checkModelFolders(settings)).rejects.toThrow(message);
});
