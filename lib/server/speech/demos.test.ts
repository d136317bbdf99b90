import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dataDirectory, setUpEnvironment } from '../testing/server.ts';
import { demoRecognizer, demoVoice, demoVoiceName, isRecognitionOpen } from './demos.ts';

setUpEnvironment({
  MUXLISA_API_KEY: 'a-key',
  MUXLISA_URL: 'http://127.0.0.1:9',
  LIMIT_DEMO_CHARACTERS_PER_DAY: '5000',
  LIMIT_DEMO_SECONDS_PER_DAY: '150',
});

let installedCount = 0;

/** Installs a model's description without its files. */
async function installModel(kind: 'recognition' | 'voice', ...languages: string[]) {
  const folder = path.join(dataDirectory(), 'models', `model-${++installedCount}`);
  await mkdir(folder, { recursive: true });
  const installedAt = new Date().toISOString();
  const model = { kind, languages, name: `${kind} of ${languages}`, installedAt };
  await writeFile(path.join(folder, 'model.json'), JSON.stringify(model));
}

test('the recognition demo is closed if no vendor is set and no model recognises Uzbek', async () => {
  vi.stubEnv('MUXLISA_API_KEY', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.resetModules();
  const local = await import('./demos.ts');
  expect(await local.isRecognitionOpen()).toBe(false);
  await installModel('recognition', 'ru');
  expect(local.demoRecognizer()).not.toBeNull();
  expect(await local.isRecognitionOpen()).toBe(false);
});

test('once the vendor’s daily characters are used up, this machine speaks, and the demo names its voice', async () => {
  expect(await demoVoiceName()).toBe('muxlisa');
  expect((await demoVoice('x'.repeat(4000))).name).toBe('muxlisa');
  expect((await demoVoice('x'.repeat(2000))).name).toBe('local');
  expect((await demoVoice('x')).name).toBe('local');
  expect(await demoVoiceName()).toBe('Ovoz');
  await installModel('voice', 'ru');
  expect(await demoVoiceName()).toBe('Ovoz');
  await installModel('voice', 'uz');
  expect(await demoVoiceName()).toBe('voice of uz');
});

test('once the vendor’s daily seconds are used up, the demo refuses with a reason', async () => {
  const recognize = (seconds: number) =>
    demoRecognizer()?.transcribe(new Int16Array(16_000 * seconds), { language: 'uz' });
  expect(await isRecognitionOpen()).toBe(true);
  // Silence is not sent to the vendor, but it counts.
  await expect(recognize(100)).resolves.toEqual({ text: '' });
  expect(await isRecognitionOpen()).toBe(true);
  await expect(recognize(100)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('today'),
    retryAfterS: expect.any(Number),
  });
  expect(await isRecognitionOpen()).toBe(false);
  await installModel('recognition', 'uz');
  expect(await isRecognitionOpen()).toBe(true);
});
