import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../../testing/loopback-server.ts';
import { fetchFile, type PublishedFile } from './published-files.ts';

const content = Buffer.from('a model '.repeat(10_000));
const bytes = content.length;
const sha256 = createHash('sha256').update(content).digest('hex');
const half = content.subarray(0, 40_000);

async function startPublisher(answer: RequestListener) {
  const server = await startLoopbackServer(answer);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ovoz-fetch-'));
  onTestFinished(async () => {
    server.stop();
    await rm(folder, { recursive: true });
  });
  const url = `${server.url}/model.onnx`;
  const file: PublishedFile = { url, bytes, hash: { kind: 'sha256', value: sha256 } };
  return { file, target: path.join(folder, 'model.onnx') };
}

test('fetches a file', async () => {
  const { file, target } = await startPublisher((_, response) => void response.end(content));
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
});

test('verifies a file by its git checksum', async () => {
  const { file, target } = await startPublisher((_, response) => void response.end(content));
  const value = createHash('sha1').update(`blob ${bytes}\0`).update(content).digest('hex');
  await fetchFile(target, { ...file, hash: { kind: 'git', value } });
  expect(await readFile(target)).toEqual(content);
});

test('replaces a file that is not the published one', async () => {
  const { file, target } = await startPublisher((_, response) => void response.end(content));
  await writeFile(target, 'half');
  await fetchFile(target, file);
  expect(await readFile(target)).toEqual(content);
});

const faults: [string, RequestListener, string][] = [
  ['a page that says no', (_, response) => void response.writeHead(404).end('no'), 'model_unreachable'],
  ['another file of the same size', (_, response) => void response.end(Buffer.alloc(bytes)), 'model_differs'],
  ['half a file', (_, response) => void response.end(half), 'model_unreachable'],
  ['half a file and then nothing', (_, response) => void response.write(half), 'model_unreachable'],
];

test.each(faults)('%s is never accepted as the file', async (_, answer, code) => {
  const { file, target } = await startPublisher(answer);
  await expect(fetchFile(target, file, { stallMs: 200 })).rejects.toMatchObject({ code });
});

test('a file longer than published is refused, and nothing beyond that length is stored', async () => {
  const { file, target } = await startPublisher((_, response) => void response.end(Buffer.alloc(bytes + 1)));
  await expect(fetchFile(target, file)).rejects.toMatchObject({ code: 'model_differs' });
  expect((await readFile(target)).length).toBeLessThanOrEqual(bytes);
});
