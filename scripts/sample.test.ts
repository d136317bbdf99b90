import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../lib/server/testing/loopback-server.ts';
import { wavFile } from '../lib/wav.ts';

test('npm run sample leaves the owner’s recording and makes the samples of the other languages', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ovoz-sample-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(path.join(dataDir, 'samples'));
  writeFileSync(path.join(dataDir, 'samples', 'ru.mp3'), 'sound');
  writeFileSync(path.join(dataDir, 'samples', 'ru.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v agent>Да');
  const voice = await startLoopbackServer((_request, response) => {
    response.end(wavFile(new Int16Array(1_600).fill(1_000)));
  });
  onTestFinished(() => voice.stop());
  const env = { ...process.env, DATA_DIR: dataDir, SPEECH_UPSTREAM_URL: voice.url };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sample.ts'], { env });
  expect(stdout).toBe('✓ uz\nru: your own recording stays.\n✓ en\n');
});
