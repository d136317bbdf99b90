import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { decodeMono } from '../../audio/decode.ts';
import { env } from '../../platform/env.ts';
import { type ModelPublisher, smallRecognizers, startModelPublisher } from '../../testing/model-publisher.ts';
import { dataDirectory } from '../../testing/server.ts';
import { recognizer } from '../stt.ts';
import { beginDefaultRecognizers, defaultRecognizers } from './default-recognizers.ts';
import { type ModelDescription, modelsFolder } from './folder.ts';
import { listModels, removeModel } from './index.ts';

process.env.DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'ovoz-defaults-'));
const russian = 'alphacep/vosk-model-small-ru';
let publisher: ModelPublisher;

beforeEach(async () => {
  rmSync(modelsFolder(), { recursive: true, force: true });
  publisher = await startModelPublisher(smallRecognizers());
  env().MODELS_URL = publisher.url;
});
afterEach(() => publisher.stop());
afterAll(() => rmSync(dataDirectory(), { recursive: true }));

const stateOf = async (id: string) => (await listModels()).find((model) => model.id === id);
const untilState = (id: string, state: object) => expect.poll(() => stateOf(id)).toMatchObject(state);
const installed = { state: 'installed' };

function installOwnModel(id: string, languages: ModelDescription['languages']) {
  mkdirSync(path.join(modelsFolder(), id), { recursive: true });
  const description: ModelDescription = {
    kind: 'recognition',
    languages,
    name: id,
    installedAt: new Date().toISOString(),
  };
  writeFileSync(path.join(modelsFolder(), id, 'model.json'), JSON.stringify(description));
}

test('the default recognisers are the smallest of the catalogue, 150 MB together', () => {
  expect(defaultRecognizers.map(({ id }) => id)).toEqual(['vosk-uz', 'vosk-ru', 'zipformer-en']);
  expect(defaultRecognizers.reduce((sum, { megabytes }) => sum + megabytes, 0)).toBe(150);
});

test('the first start fetches the default recognisers, which then recognise at once; a file with a wrong checksum is refused', async () => {
  expect(recognizer()).toBeNull();
  expect(await beginDefaultRecognizers()).toEqual(['vosk-uz', 'vosk-ru', 'zipformer-en']);
  await untilState('vosk-uz', installed);
  await untilState('vosk-ru', installed);
  await untilState('zipformer-en', { state: 'stopped', failure: 'model_differs' });
  const voice = await readFile(path.join(import.meta.dirname, '../../audio/fixtures/voice.webm'));
  const samples = await decodeMono(voice, { maxDurationS: 60 });
  for (const language of ['uz', 'ru'] as const)
    expect((await recognizer()?.transcribe(samples, { language }))?.text).toMatch(/^a+$/);
  await expect(recognizer()?.transcribe(samples, { language: 'en' })).rejects.toMatchObject({
    code: 'speech_unavailable',
  });
});

test('a removed model stays removed at the next start; a failed fetch is started again', async () => {
  const { stalled, disconnected } = publisher.stallAfter('am/encoder.int8.onnx', 10);
  await beginDefaultRecognizers();
  await stalled;
  await removeModel('vosk-ru');
  await disconnected;
  await untilState('vosk-uz', installed);
  await untilState('zipformer-en', { failure: 'model_differs' });
  await removeModel('vosk-uz');
  expect(await beginDefaultRecognizers()).toEqual(['zipformer-en']);
  expect(await stateOf('vosk-ru')).toMatchObject({ state: 'absent' });
  await untilState('zipformer-en', { failure: 'model_differs' });
});

test('a model that loads but cannot recognise is not used', async () => {
  const repositories = smallRecognizers();
  const files = repositories[russian] ?? {};
  const [encoder, decoder] = ['am/encoder.int8.onnx', 'am/decoder.int8.onnx'];
  const other = await startModelPublisher({
    ...repositories,
    [russian]: { ...files, [encoder]: files[decoder] ?? Buffer.alloc(0) },
  });
  onTestFinished(() => other.stop());
  env().MODELS_URL = other.url;
  installOwnModel('own', ['uz', 'en']);
  await beginDefaultRecognizers();
  await untilState('vosk-ru', { state: 'stopped', failure: 'model_unusable' });
});

test('for a language that has a model no other is fetched', async () => {
  installOwnModel('own', ['ru', 'en']);
  expect(await beginDefaultRecognizers()).toEqual(['vosk-uz']);
  await untilState('vosk-uz', installed);
});

test('if the publisher is unreachable there is no recogniser, and the next start tries again', async () => {
  env().MODELS_URL = 'http://127.0.0.1:9';
  await beginDefaultRecognizers();
  await untilState('vosk-ru', { state: 'stopped', failure: 'model_unreachable' });
  expect(recognizer()).toBeNull();
  env().MODELS_URL = publisher.url;
  expect(await beginDefaultRecognizers()).toContain('vosk-ru');
  await untilState('vosk-ru', installed);
});

test('several starts at once fetch each file once', async () => {
  installOwnModel('own', ['uz', 'en']);
  await Promise.all([1, 2, 3, 4].map(() => beginDefaultRecognizers()));
  await untilState('vosk-ru', installed);
  expect(publisher.requestedPaths.toSorted()).toEqual(
    Object.keys(smallRecognizers()[russian] ?? {}).toSorted(),
  );
});
