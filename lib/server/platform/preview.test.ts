import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startS3Server } from '../testing/s3-server.ts';

/** The variables that Vercel sets. */
const preview = {
  VERCEL: '1',
  VERCEL_ENV: 'preview',
  VERCEL_URL: 'ovoz-git-new-voice.vercel.app',
  VERCEL_GIT_COMMIT_REF: 'feature/New_voice',
  VERCEL_PROJECT_PRODUCTION_URL: 'ovoz.example',
};

beforeEach(() => {
  vi.resetModules();
  for (const [name, value] of Object.entries(preview)) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

test('calls of a preview report to it, whatever address production or the agent has', async () => {
  vi.stubEnv('AGENT_CALLBACK_URL', 'http://web.internal');
  const { callbackUrl } = await import('./site-url.ts');
  expect(callbackUrl()).toBe('https://ovoz-git-new-voice.vercel.app');
  vi.stubEnv('VERCEL_ENV', 'production');
  expect(callbackUrl()).toBe('http://web.internal');
});

test('recordings of a preview are under the prefix of its branch, in the store that it shares with production', async () => {
  const server = await startS3Server();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.settings;
  vi.stubEnv('S3_ENDPOINT', endpoint);
  vi.stubEnv('S3_BUCKET', bucket);
  vi.stubEnv('S3_REGION', region);
  vi.stubEnv('S3_ACCESS_KEY_ID', accessKeyId);
  vi.stubEnv('S3_SECRET_ACCESS_KEY', secretAccessKey);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-preview-'));
  const file = path.join(folder, 'sound');
  await writeFile(file, 'voice');
  const { storage } = await import('./storage/index.ts');
  await storage().put('leads/a.webm', { path: file, size: 5, type: 'audio/webm' });
  const { s3Storage } = await import('./storage/s3.ts');
  expect(await s3Storage(server.settings).get('leads/a.webm')).toBeNull();
  expect(await s3Storage(server.settings, 'previews/feature-new-voice/').get('leads/a.webm')).not.toBeNull();
  await rm(folder, { recursive: true });
  await server.close();
});
