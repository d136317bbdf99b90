import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decodeMono } from '../../../audio/decode.ts';
import { localRecognizer, modelFiles } from './recognizer.ts';

/** A minimal real sherpa-onnx model: it writes an "a" wherever the sound is loud. */
const loudness = path.join(import.meta.dirname, 'fixtures/loudness-model');
const spoken = path.join(import.meta.dirname, '../../../audio/fixtures/voice.webm');
const voice = async () => decodeMono(await readFile(spoken), { maxDurationS: 60 });

async function folder(...names: string[]) {
  const made = await mkdtemp(path.join(os.tmpdir(), 'ovoz-model-'));
  onTestFinished(() => rm(made, { recursive: true }));
  for (const name of names) await writeFile(path.join(made, name), 'not a model');
  return made;
}

describe('localRecognizer', () => {
  test('recognises several recordings at once with sherpa-onnx', async () => {
    const recognizer = localRecognizer(loudness);
    const samples = await voice();
    const heard = await Promise.all([1, 2, 3].map(() => recognizer.transcribe(samples, { language: 'uz' })));
    for (const { text } of heard) expect(text).toMatch(/^a+$/);
  });

  test.each([
    ['a folder that is not there', async () => '/nowhere/at/all', /no model/],
    ['an empty folder', () => folder(), /no model/],
    ['a damaged model', () => folder('omnilingual.onnx', 'tokens.txt', 'model.json'), /no model/],
  ])('refuses %s', async (_, make, detail) => {
    const refused = localRecognizer(await make()).transcribe(await voice(), { language: 'uz' });
    await expect(refused).rejects.toMatchObject({
      code: 'speech_unavailable',
      message: expect.stringMatching(detail),
    });
  });

  test('survives a model that ends its process', async () => {
    const made = await folder('encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'tokens.txt');
    const refused = localRecognizer(made).transcribe(await voice(), { language: 'uz' });
    await expect(refused).rejects.toMatchObject({
      code: 'speech_unavailable',
      message: expect.stringMatching(/loaded/),
    });
  });

  test('loads ahead of the first recording', async () => {
    const made = await folder();
    await cp(loudness, made, { recursive: true });
    const recognizer = localRecognizer(made);
    await recognizer.warm('uz');
    for (const name of await readdir(made)) await rm(path.join(made, name));
    expect((await recognizer.transcribe(await voice(), { language: 'uz' })).text).toMatch(/^a+$/);
    recognizer.close();
  });

  test('times out', async () => {
    const refused = localRecognizer(loudness).transcribe(await voice(), { language: 'uz', timeoutMs: 1 });
    await expect(refused).rejects.toMatchObject({ code: 'speech_timeout' });
  });
});

describe('modelFiles', () => {
  test('prefers the int8 files', async () => {
    const made = await folder(
      'tiny-encoder.onnx',
      'tiny-encoder.int8.onnx',
      'tiny-decoder.onnx',
      'tiny-tokens.txt',
    );
    expect(await modelFiles(made)).toEqual({
      tokens: path.join(made, 'tiny-tokens.txt'),
      whisper: {
        encoder: path.join(made, 'tiny-encoder.int8.onnx'),
        decoder: path.join(made, 'tiny-decoder.onnx'),
        task: 'transcribe',
      },
    });
  });

  test('refuses a single-file model with an unknown name', async () => {
    await expect(modelFiles(await folder('model.onnx', 'tokens.txt'))).rejects.toThrow(/keep the name/);
  });
});
