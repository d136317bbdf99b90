import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUpToDate, runBuildStep, buildResults } from './stamp.ts';

let root = '';
const write = (name: string, text = '') => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};
const build = () => {
  write('.next/BUILD_ID');
  write('lib/server/generated/page-scripts.json');
};

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'ovoz-stamp-'));
  runBuildStep(root, 'site', build);
});
afterEach(() => rmSync(root, { recursive: true }));

test.each([...buildResults.client.sources, ...buildResults.site.sources])(
  '%s, which a build is made from, exists',
  (source) => {
    expect(existsSync(source)).toBe(true);
  },
);

test.each([
  'app/page.tsx',
  'scripts/build/seal.ts',
  'middleware.ts',
  'package-lock.json',
  'messages/uz.json',
])('a change of %s makes the build stale', (source) => {
  expect(isUpToDate(root, 'site')).toBe(true);
  write(source, 'changed');
  expect(isUpToDate(root, 'site')).toBe(false);
});

test('a change of a test or of the generated client does not make the build stale', () => {
  write('app/page.test.tsx', 'changed');
  write('lib/server/generated/prisma/client.ts', 'changed');
  expect(isUpToDate(root, 'site')).toBe(true);
});

test('a build that was not sealed or not finished is not up to date', () => {
  rmSync(path.join(root, 'lib/server/generated/page-scripts.json'));
  expect(isUpToDate(root, 'site')).toBe(false);
  expect(() =>
    runBuildStep(root, 'site', () => {
      build();
      throw new Error('killed');
    }),
  ).toThrow('killed');
  expect(isUpToDate(root, 'site')).toBe(false);
});
