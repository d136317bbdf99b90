import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decodeMono } from '../../../audio/decode.ts';
import { localRecognizer, modelFiles } from './recognizer.ts';

/** A minimal real sherpa-onnx model: it writes an "a" wherever the sound is loud. */
const loudnessModelDir = path.join(import.meta.dirname, 'fixtures/loudness-model');
const voiceFile = path.join(import.meta.dirname, '../../../audio/fixtures/voice.webm');
const readVoice = async () => decodeMono(await readFile(voiceFile), { maxDurationS: 60 });

async function createFolder(...names: string[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of names) await writeFile(path.join(folder, name), 'not a model');
  return folder;
}

describe('localRecognizer', () => {
  test('recognises several recordings at once with sherpa-onnx', async () => {
    const recognizer = localRecognizer(loudnessModelDir);
    const samples = await readVoice();
    const results = await Promise.all(
      [1, 2, 3].map(() => recognizer.transcribe(samples, { language: 'uz' })),
    );
    for (const { text } of results) expect(text).toMatch(/^a+$/);
  });

  test.each([
    ['a folder that is not there', async () => '/nowhere/at/all', /no model/],
    ['an empty folder', () => createFolder(), /no model/],
    [
      'a model.json that is not JSON',
      () => createFolder('omnilingual.onnx', 'tokens.txt', 'model.json'),
      /no model/,
    ],
  ])('refuses %s', async (_, create, detail) => {
    const refused = localRecognizer(await create()).transcribe(await readVoice(), { language: 'uz' });
    await expect(refused).rejects.toMatchObject({
      code: 'speech_unavailable',
      message: expect.stringMatching(detail),
    });
  });

  test('survives a model that ends its process', async () => {
    const folder = await createFolder('encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'tokens.txt');
    const refused = localRecognizer(folder).transcribe(await readVoice(), { language: 'uz' });
    await expect(refused).rejects.toMatchObject({
      code: 'speech_unavailable',
      message: expect.stringMatching(/loaded/),
    });
  });

  test('loads ahead of the first recording', async () => {
    const folder = await createFolder();
    await cp(loudnessModelDir, folder, { recursive: true });
    const recognizer = localRecognizer(folder);
    await recognizer.warm('uz');
    for (const name of await readdir(folder)) await rm(path.join(folder, name));
    expect((await recognizer.transcribe(await readVoice(), { language: 'uz' })).text).toMatch(/^a+$/);
    recognizer.close();
  });

  test('times out', async () => {
    const refused = localRecognizer(loudnessModelDir).transcribe(await readVoice(), {
      language: 'uz',
      timeoutMs: 1,
    });
    await expect(refused).rejects.toMatchObject({ code: 'speech_timeout' });
  });
});

describe('modelFiles', () => {
  test('prefers the int8 files', async () => {
    const folder = await createFolder(
      'tiny-encoder.onnx',
      'tiny-encoder.int8.onnx',
      'tiny-decoder.onnx',
      'tiny-tokens.txt',
    );
    expect(await modelFiles(folder)).toEqual({
      tokens: path.join(folder, 'tiny-tokens.txt'),
      whisper: {
        encoder: path.join(folder, 'tiny-encoder.int8.onnx'),
        decoder: path.join(folder, 'tiny-decoder.onnx'),
        task: 'transcribe',
      },
    });
  });

  test('refuses a single-file model with an unknown name', async () => {
    await expect(modelFiles(await createFolder('model.onnx', 'tokens.txt'))).rejects.toThrow(/keep the name/);
  });
});
