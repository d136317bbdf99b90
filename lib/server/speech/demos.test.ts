import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dataDirectory, givenServer } from '../testing/server.ts';
import { demoRecognizer, demoVoice, demoVoiceName, isRecognitionOpen } from './demos.ts';

givenServer({
  MUXLISA_API_KEY: 'a-key',
  MUXLISA_URL: 'http://127.0.0.1:9',
  LIMIT_DEMO_CHARACTERS_PER_DAY: '5000',
  LIMIT_DEMO_SECONDS_PER_DAY: '150',
});

let installed = 0;

/** A model without its files. */
async function install(kind: 'recognition' | 'voice', ...languages: string[]) {
  const folder = path.join(dataDirectory(), 'models', `model-${++installed}`);
  await mkdir(folder, { recursive: true });
  const installedAt = new Date().toISOString();
  const model = { kind, languages, name: `${kind} of ${languages}`, installedAt };
  await writeFile(path.join(folder, 'model.json'), JSON.stringify(model));
}

test('the recognition demo is closed if no model of this machine knows Uzbek', async () => {
  vi.stubEnv('MUXLISA_API_KEY', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.resetModules();
  const local = await import('./demos.ts');
  expect(await local.isRecognitionOpen()).toBe(false);
  await install('recognition', 'ru');
  expect(local.demoRecognizer()).not.toBeNull();
  expect(await local.isRecognitionOpen()).toBe(false);
});

test('after the daily characters of the vendor this machine speaks, and the demo names its voice', async () => {
  expect(await demoVoiceName()).toBe('muxlisa');
  expect((await demoVoice('x'.repeat(4000))).name).toBe('muxlisa');
  expect((await demoVoice('x'.repeat(2000))).name).toBe('local');
  expect((await demoVoice('x')).name).toBe('local');
  expect(await demoVoiceName()).toBe('Ovoz');
  await install('voice', 'ru');
  expect(await demoVoiceName()).toBe('Ovoz');
  await install('voice', 'uz');
  expect(await demoVoiceName()).toBe('voice of uz');
});

test('after the daily seconds of the vendor the demo refuses with a reason', async () => {
  const hear = (seconds: number) =>
    demoRecognizer()?.transcribe(new Int16Array(16_000 * seconds), { language: 'uz' });
  expect(await isRecognitionOpen()).toBe(true);
  await expect(hear(100)).resolves.toEqual({ text: '' });
  expect(await isRecognitionOpen()).toBe(true);
  await expect(hear(100)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('today'),
    retryAfterS: expect.any(Number),
  });
  expect(await isRecognitionOpen()).toBe(false);
  await install('recognition', 'uz');
  expect(await isRecognitionOpen()).toBe(true);
});
