import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GET } from './[...path]/route';
import { givenServer } from '@/lib/server/testing/server';
import { forgetOldReleases, publishFiles } from '@/lib/server/platform/release-files';
import { dayMs } from '@/lib/time';

givenServer();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-release-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function release(name: string, files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.join(folder, name, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, name, file), text);
  }
  await publishFiles(path.join(folder, name));
}

const ask = (name: string) =>
  GET(new Request(`http://localhost/_next/static/${name}`), {
    params: Promise.resolve({ path: name.split('/') }),
  });

test('a web app of one release has the scripts of the pages of another, until another one is a month old', async () => {
  await release('old', { 'chunks/call.1.js': 'old call', 'media/font.woff2': 'font' });
  await release('new', { 'chunks/call.2.js': 'new call', 'media/font.woff2': 'font' });
  const [before, after] = [await ask('chunks/call.1.js'), await ask('chunks/call.2.js')];
  expect([await before.text(), await after.text()]).toEqual(['old call', 'new call']);
  expect(before.headers.get('content-type')).toContain('javascript');
  expect(before.headers.get('cache-control')).toContain('immutable');
  for (const name of ['chunks/call.3.js', 'chunks/call\0.js', '../chunks/call.1.js'])
    expect((await ask(name)).status).toBe(404);

  await publishFiles(path.join(folder, 'new'));
  await forgetOldReleases(new Date(Date.now() + 29 * dayMs));
  expect((await ask('chunks/call.1.js')).status).toBe(200);
  await forgetOldReleases(new Date(Date.now() + 31 * dayMs));
  expect((await ask('chunks/call.1.js')).status).toBe(404);
  expect((await ask('chunks/call.2.js')).status).toBe(200);
});
