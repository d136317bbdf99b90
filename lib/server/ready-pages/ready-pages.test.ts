import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageOfBuild } from './build.ts';
import { pageOfRequest } from './page-of-request.ts';
import { answerWith, readyPage } from './ready-page.ts';
import { servePagesFirst } from './serve-first.ts';

const html = '<!doctype html><p>Ovoz</p>'.repeat(50);
let nextDir = '';

beforeAll(async () => {
  nextDir = await mkdtemp(path.join(os.tmpdir(), 'ovoz-build-'));
  await mkdir(path.join(nextDir, 'server', 'app', 'ru'), { recursive: true });
  await writeFile(path.join(nextDir, 'server', 'app', 'uz.html'), html);
  const routes = {
    '/uz': { initialRevalidateSeconds: false },
    '/ru/terms': { initialRevalidateSeconds: 60 },
  };
  await writeFile(path.join(nextDir, 'prerender-manifest.json'), JSON.stringify({ routes }));
  const headers = [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Frame-Options', value: 'DENY' },
        { key: 'Policy', value: 'any' },
      ],
    },
    { source: '/', headers: [{ key: 'Policy', value: 'its own' }] },
    { source: '/ru', headers: [{ key: 'Policy', value: 'of another' }] },
  ];
  await writeFile(path.join(nextDir, 'routes-manifest.json'), JSON.stringify({ headers }));
});

afterAll(() => rm(nextDir, { recursive: true }));

test.each([
  ['/', {}, '/'],
  ['/', { cookie: 'ovoz_language=uz' }, '/'],
  ['/privacy', { cookie: 'a=b; ovoz_language=de' }, '/privacy'],
  ['/', { cookie: 'ovoz_language=ru' }, null],
  ['/', { host: 'ru.ovoz.example' }, null],
  ['/', { host: 'ru.ovoz.example', cookie: 'ovoz_language=uz' }, '/'],
  ['/ru', { cookie: 'ovoz_language=ru' }, '/ru'],
  ['/ru', {}, null],
  ['/ru/terms', { cookie: 'ovoz_language=en' }, null],
  ['/uz', {}, null],
  ['/?from=ad', {}, null],
  ['/', { rsc: '1' }, null],
  ['/', { 'next-router-prefetch': '1' }, null],
  ['/admin/leads', {}, null],
  ['/api/health', {}, null],
])('GET %s with %j is the page %s', (url, headers, page) => {
  expect(pageOfRequest({ method: 'GET', url, headers })).toBe(page);
  expect(pageOfRequest({ method: 'POST', url, headers })).toBeNull();
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', undefined],
  [undefined, undefined],
])('a browser that takes %s gets %s', async (acceptEncoding, coding) => {
  const page = await readyPage(Buffer.from(html), []);
  const { headers, body } = answerWith(page, { method: 'GET', acceptEncoding, ifNoneMatch: undefined });
  expect(headers['Content-Encoding']).toBe(coding);
  expect(Number(headers['Content-Length'])).toBe(body?.length);
  const open = { br: brotliDecompressSync, gzip: gunzipSync, none: (raw: Buffer) => raw };
  expect(String(body && open[coding === 'br' || coding === 'gzip' ? coding : 'none'](body))).toBe(html);
});

test('a page of the build has the headers of its route, its own over those of all', async () => {
  const page = await pageOfBuild(nextDir, '/');
  expect(Object.fromEntries(page?.headers ?? [])).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'X-Frame-Options': 'DENY',
    Policy: 'its own',
  });
  expect(await pageOfBuild(nextDir, '/ru/terms')).toBeNull();
});

test('Next answers first, then the page comes from memory', async () => {
  servePagesFirst(nextDir);
  const server = createServer((request, response) => void response.end('Next'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  try {
    expect(await (await fetch(url)).text()).toBe('Next');
    await expect.poll(async () => (await fetch(url)).text()).toBe(html);
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect(await first.text()).toBe(html);
    expect((await fetch(url, { headers: { 'if-none-match': `W/${etag}` } })).status).toBe(304);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await (await fetch(`${url}api/health`)).text()).toBe('Next');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
