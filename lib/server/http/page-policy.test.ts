import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'ovoz-policy-'));
  mkdirSync(path.join(root, 'lib', 'server', 'generated'), { recursive: true });
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  vi.resetModules();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

async function importPagePolicy(scripts: object) {
  const { pagePolicy, pageScriptsFile } = await import('./page-policy.ts');
  writeFileSync(path.join(root, pageScriptsFile), JSON.stringify(scripts));
  return pagePolicy;
}

test('a prerendered page allows its scripts by hashes, any other page by its own nonce', async () => {
  const pagePolicy = await importPagePolicy({ '/uz': ["'sha256-home'"], '/_not-found': ["'sha256-none'"] });
  expect(pagePolicy('/').policy).toContain("script-src 'self' 'sha256-home';");
  expect(pagePolicy('/').hasNonce).toBe(false);
  const [one, other] = [pagePolicy('/admin/leads'), pagePolicy('/admin/leads')];
  expect(one.policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}==' 'sha256-none';/);
  expect(one.policy).not.toBe(other.policy);
  expect([pagePolicy('/toString'), pagePolicy('/__proto__')].every(({ hasNonce }) => hasNonce)).toBe(true);
});

test('the API’s page allows inline styles, and scripts and requests of this host only', async () => {
  const pagePolicy = await importPagePolicy({ '/uz': [], '/_not-found': ["'sha256-none'"] });
  for (const path of ['/docs/api', '/ru/docs/api']) {
    expect(pagePolicy(path).policy).toMatch(
      /script-src 'self'; style-src 'self' 'unsafe-inline';.*connect-src 'self';/,
    );
    expect(pagePolicy(path).hasNonce).toBe(false);
  }
  expect(pagePolicy('/docs').policy).not.toContain('unsafe-inline');
});

test('the LiveKit server comes from the running environment, not from the build', async () => {
  vi.stubEnv('LIVEKIT_URL', 'wss://live.ovoz.example');
  const pagePolicy = await importPagePolicy({ '/uz': [], '/_not-found': ["'sha256-none'"] });
  expect(pagePolicy('/').policy).toContain("connect-src 'self' wss://live.ovoz.example");
});

test('a page may upload into the bucket only if browsers are allowed to', async () => {
  vi.stubEnv('S3_ENDPOINT', 'https://s3.example/');
  vi.stubEnv('S3_BUCKET', 'recordings');
  expect((await importPagePolicy({ '/uz': [], '/_not-found': [] }))('/').policy).not.toContain('s3.example');
  vi.stubEnv('S3_UPLOADS', 'browser');
  vi.resetModules();
  expect((await importPagePolicy({ '/uz': [], '/_not-found': [] }))('/').policy).toMatch(
    /connect-src [^;]* https:\/\/s3\.example\/recordings\/;/,
  );
});

test('a build that was not sealed serves no page', async () => {
  const pagePolicy = await importPagePolicy({});
  expect(() => pagePolicy('/')).toThrow('not sealed');
});
