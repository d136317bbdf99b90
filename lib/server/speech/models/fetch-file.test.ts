import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../../testing/loopback-server.ts';
import { fetchFile, type PublishedFile } from './fetch-file.ts';

const content = Buffer.from('a model '.repeat(10_000));
const bytes = content.length;
const sha256 = createHash('sha256').update(content).digest('hex');
const half = content.subarray(0, 40_000);

async function publisher(answer: RequestListener) {
  const ranges: (string | undefined)[] = [];
  const server = await startLoopbackServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-fetch-'));
  onTestFinished(async () => {
    server.stop();
    await rm(folder, { recursive: true });
  });
  const url = `${server.url}/model.onnx`;
  const file: PublishedFile = { url, bytes, hash: { kind: 'sha256', value: sha256 } };
  return { file, folder, target: path.join(folder, 'model.onnx'), ranges };
}

test('fetches a file once', async () => {
  const { file, target, ranges } = await publisher((_, response) => void response.end(content));
  await fetchFile(target, file);
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
  expect(ranges).toEqual([undefined]);
});

test('knows a file by the checksum that git gives it', async () => {
  const { file, target } = await publisher((_, response) => void response.end(content));
  const value = createHash('sha1').update(`blob ${bytes}\0`).update(content).digest('hex');
  await fetchFile(target, { ...file, hash: { kind: 'git', value } });
  expect(await readFile(target)).toEqual(content);
});

test('replaces a file that is not the published one', async () => {
  const { file, target } = await publisher((_, response) => void response.end(content));
  await writeFile(target, 'half');
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
});

test('asks for the rest of what broke off', async () => {
  const { file, target, ranges } = await publisher((request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from === 0) {
      response.writeHead(200, { 'content-length': bytes });
      response.write(half, () => response.destroy());
    } else {
      response.writeHead(206, { 'content-range': `bytes ${from}-${bytes - 1}/${bytes}` });
      response.end(content.subarray(from));
    }
  });
  await expect(fetchFile(target, file)).rejects.toMatchObject({ code: 'model_unreachable' });
  expect((await readFile(`${target}.part`)).length).toBe(half.length);
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
  expect(ranges).toEqual([undefined, `bytes=${half.length}-`]);
});

test('begins again where the server knows no ranges', async () => {
  const { file, target } = await publisher((_, response) => void response.end(content));
  await writeFile(`${target}.part`, 'something else');
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
});

const faults: [string, RequestListener, string, string[]][] = [
  [
    'a page that says no',
    (_, response) => void response.writeHead(404).end('no'),
    'model_unreachable',
    ['model.onnx.part'],
  ],
  [
    'another file of the same size',
    (_, response) => void response.end(Buffer.alloc(bytes)),
    'model_differs',
    [],
  ],
  ['half a file', (_, response) => void response.end(half), 'model_unreachable', ['model.onnx.part']],
  ['nothing more', (_, response) => void response.write(half), 'model_unreachable', ['model.onnx.part']],
];

test.each(faults)('is never taken for whole: %s', async (_, answer, code, left) => {
  const { file, folder, target } = await publisher(answer);
  await expect(fetchFile(target, file, { stallMs: 200 })).rejects.toMatchObject({ code });
  expect(await readdir(folder)).toEqual(left);
});

test('of a file without end no more is taken than was published', async () => {
  const { file, target } = await publisher((_, response) => void response.end(Buffer.alloc(bytes + 1)));
  await expect(fetchFile(target, file)).rejects.toMatchObject({ code: 'model_differs' });
  expect((await readFile(`${target}.part`)).length).toBeLessThanOrEqual(bytes);
});
